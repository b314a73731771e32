// Lets @sabaki/gtp drive one whole game of a GTP engine that plays both sides, as Go programs do.
//
//     node play.mjs SIZE KOMI PROGRAM [ARGUMENT...]
//
// Prints what was played and what the engine said of it, as one JSON object.

import gtp from "@sabaki/gtp";

const [size, komi, program, ...given] = process.argv.slice(2);
const engine = new gtp.Controller(program, given);

async function ask(name, ...args) {
  const response = await engine.sendCommand({ name, args });
  if (response.error) throw new Error(`${name} ${args.join(" ")}: ${response.content}`);
  return response.content;
}

async function refusal(name, ...args) {
  const response = await engine.sendCommand({ name, args });
  if (!response.error) throw new Error(`${name} ${args.join(" ")} was not refused`);
  return response.content;
}

async function game() {
  const played = { name: await ask("name"), version: await ask("protocol_version"), moves: [] };
  const commands = (await ask("list_commands")).split("\n");
  for (const needed of ["boardsize", "clear_board", "komi", "play", "genmove", "undo", "final_score"])
    if (!commands.includes(needed)) throw new Error(`the engine has no ${needed}`);
  await ask("boardsize", size);
  await ask("clear_board");
  await ask("komi", komi);
  // A controller may send what comes next before it has the answer to what went before.
  const [, illegal] = await Promise.all([ask("play", "B", "A1"), refusal("play", "W", "A1"), ask("undo")]);
  played.illegal = illegal;
  for (let colour = "B"; (await ask("keil-to_move")) !== "-"; colour = colour === "B" ? "W" : "B")
    played.moves.push(await ask("genmove", colour));
  played.board = await ask("showboard");
  played.score = await ask("final_score");
  played.sgf = await ask("printsgf");
  return played;
}

engine.start();
try {
  console.log(JSON.stringify(await game()));
} finally {
  await engine.stop();
}
