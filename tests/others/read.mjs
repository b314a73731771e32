// Reads an SGF file with @sabaki/sgf.
//
//     node read.mjs FILE
//
// Prints the root's properties and the moves of the main line, as one JSON object:
// {"root": {"GM": ["1"], "SZ": ["9"], ...}, "moves": [["B", "dd"], ["W", ""], ...]}

import { readFileSync } from "node:fs";
import sgf from "@sabaki/sgf";

const [root] = sgf.parse(readFileSync(process.argv[2], "utf8"));
const moves = [];
for (let node = root; node; node = node.children[0])
  for (const colour of ["B", "W"])
    if (node.data[colour]) moves.push([colour, node.data[colour][0]]);
const unescaped = Object.entries(root.data).map(([key, values]) => [key, values.map(sgf.unescapeString)]);
console.log(JSON.stringify({ root: Object.fromEntries(unescaped), moves }));
