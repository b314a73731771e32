// Options of slash commands: what each kind offers, and which values it takes.

import { avatar, nameOf } from "./dom.js";
import { app, guildNow, membersHere } from "./state.js";

export const KIND = {
  sub: 1,
  group: 2,
  text: 3,
  whole: 4,
  yes: 5,
  user: 6,
  channel: 7,
  role: 8,
  any: 9,
  number: 10,
  file: 11,
};

/** The commands as one types them: subcommands are commands of their own. */
export function flattened(commands) {
  const made = [];
  const walk = (command, node, words) => {
    const below = (node.options || []).filter((option) => option.type <= KIND.group);
    for (const option of below) walk(command, option, [...words, option.name]);
    if (!below.length)
      made.push({
        path: words.join(" "),
        description: node.description,
        options: node.options || [],
        id: command.id,
      });
  };
  // Subcommands keep the order in which the bot gives them.
  const sorted = [...commands].sort((one, other) => one.name.localeCompare(other.name));
  for (const command of sorted) walk(command, command, [command.name]);
  return made;
}

const begins = (text, typed) => text.toLowerCase().includes(typed.trim().toLowerCase().replace(/^[@#]/, ""));

/** What is offered while an option is typed; null if the bot has to be asked. */
export function offers(option, typed) {
  if (option.choices?.length) {
    return option.choices
      .filter((c) => begins(c.name, typed))
      .map((c) => ({ label: c.name, value: c.value }));
  }
  if (option.autocomplete) return null;
  if (option.type === KIND.yes) {
    return [
      ["True", true],
      ["False", false],
    ]
      .filter(([label]) => begins(label, typed))
      .map(([label, value]) => ({ label, value }));
  }
  const people = () =>
    membersHere()
      .filter((m) => begins(nameOf(m), typed) || begins(m.username, typed))
      .map((m) => ({ label: `@${nameOf(m)}`, aside: m.username, value: m.id, picture: avatar(m, "small") }));
  if (option.type === KIND.user || option.type === KIND.any) return people();
  if (option.type === KIND.channel) {
    return (guildNow()?.channels || [])
      .filter((c) => begins(c.name, typed))
      .map((c) => ({ label: `#${c.name}`, value: c.id }));
  }
  return [];
}

/** The value to send for what was typed: `{value}` or `{error}`. */
export function valueOf(option, typed, chosen) {
  const text = typed.trim();
  const fixed = option.choices?.length || [KIND.yes, KIND.user, KIND.channel, KIND.any].includes(option.type);
  if (chosen && chosen.label === typed) return { value: chosen.value };
  if (fixed) {
    const same = offers(option, "").find(
      (o) => o.label.toLowerCase().replace(/^[@#]/, "") === text.toLowerCase().replace(/^[@#]/, ""),
    );
    if (same) return { value: same.value };
    if (option.type === KIND.user || option.type === KIND.any)
      return { error: "Choose somebody from the list." };
    return { error: "Choose one of the values in the list." };
  }
  if (option.type === KIND.whole)
    return /^[+-]?\d{1,15}$/.test(text) ? within(option, Number(text)) : { error: "Input a whole number." };
  if (option.type === KIND.number) {
    const number = Number(text.replace(",", "."));
    return text && Number.isFinite(number) ? within(option, number) : { error: "Input a number." };
  }
  if (option.min_length !== undefined && typed.length < option.min_length)
    return { error: `At least ${option.min_length} characters are needed.` };
  if (option.max_length !== undefined && typed.length > option.max_length)
    return { error: `At most ${option.max_length} characters are possible.` };
  return { value: typed };
}

function within(option, value) {
  if (option.min_value !== undefined && value < option.min_value)
    return { error: `The number must be at least ${option.min_value}.` };
  if (option.max_value !== undefined && value > option.max_value)
    return { error: `The number must be at most ${option.max_value}.` };
  return { value };
}

/** What is said about an option besides its description. */
export function range(option) {
  const { min_value: low, max_value: high } = option;
  if (low !== undefined && high !== undefined) return `${low} to ${high}`;
  return app.home && option.required ? "required" : "";
}
