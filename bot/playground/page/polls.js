// Polls: what is asked, who is ahead, and one's own vote.

import { call } from "./api.js";
import { h } from "./dom.js";
import { moment } from "./moments.js";
import { act, app } from "./state.js";

/** What is chosen and not sent yet, by message: a poll is drawn anew at every vote. */
const picks = new Map();

function counted(number) {
  return `${number} ${number === 1 ? "vote" : "votes"}`;
}

async function vote(message, answers) {
  try {
    await call("vote", { user: app.me, message: message.id, answers });
  } catch (error) {
    act.toast(error.message);
  }
  act.refresh();
}

/** The poll of a message: first its answers to choose from, then what all have chosen. */
export function poll(message) {
  const { question, answers, results, expiry, allow_multiselect: many } = message.poll;
  const votes = new Map(results.answer_counts.map((one) => [one.id, one]));
  const all = results.answer_counts.reduce((sum, one) => sum + one.count, 0);
  const voted = results.answer_counts.some((one) => one.me_voted);
  const open = !results.is_finalized;
  const choosing = open && !voted;
  const label = (answer) => `${answer.poll_media.emoji?.name ? `${answer.poll_media.emoji.name} ` : ""}${answer.poll_media.text}`;
  const picked = picks.get(message.id) || [];
  const boxes = answers.map(({ answer_id: id }) =>
    h("input", {
      type: many ? "checkbox" : "radio",
      name: `poll-${message.id}`,
      value: String(id),
      checked: picked.includes(id),
      data: { key: `${message.id}:${id}` },
      onchange: () => picks.set(message.id, chosen()),
    }),
  );
  const chosen = () => boxes.filter((box) => box.checked).map((box) => Number(box.value));
  const send = (sent) => {
    picks.delete(message.id);
    vote(message, sent);
  };
  const shown = answers.map((answer, number) => {
    if (choosing) return h("label", { class: "answer" }, boxes[number], h("span", {}, label(answer)));
    const { count = 0, me_voted: mine = false } = votes.get(answer.answer_id) || {};
    const part = all ? Math.round((100 * count) / all) : 0;
    const bar = h("span", { class: "answer-bar", "aria-hidden": "true" });
    bar.style.width = `${part}%`;
    return h(
      "div",
      { class: `answer${mine ? " mine" : ""}` },
      bar,
      h("span", { class: "answer-text" }, label(answer), mine && h("span", {}, " ✓", h("span", { class: "for-readers" }, " your vote"))),
      h("span", { class: "answer-count" }, `${counted(count)} · ${part}%`),
    );
  });
  const button = (words, key, kind, does) =>
    h("button", { type: "button", class: `button ${kind}`, data: { key: `${message.id}:${key}` }, onclick: does }, words);
  const ends = open ? ["ends ", moment(Date.parse(expiry) / 1000, "R")] : "closed";
  return h(
    "section",
    { class: "poll", "aria-label": `Poll: ${question.text}` },
    h("h3", {}, question.text),
    choosing && h("small", {}, many ? "Select one or more answers" : "Select one answer"),
    h("div", { class: "answers", role: choosing && !many ? "radiogroup" : null, "aria-label": question.text }, shown),
    h(
      "div",
      { class: "poll-foot" },
      h("small", {}, `${counted(all)} · `, ends),
      choosing && button("Vote", "vote", "primary", () => chosen().length && send(chosen())),
      open && voted && button("Remove vote", "unvote", "secondary", () => send([])),
    ),
  );
}
