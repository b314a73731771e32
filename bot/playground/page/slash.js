// A slash command being filled in: its name, a pill for each option, and a field that adds more.

import { LARGEST, call, encoded } from "./api.js";
import { h, icon } from "./dom.js";
import { size } from "./embeds.js";
import { KIND, offers, range, valueOf } from "./options.js";
import { picker } from "./picker.js";
import { act, app } from "./state.js";

const ASK_AFTER_MS = 120;

export class CommandLine {
  /** `send(path, values)` is called at the end, `leave(text)` if the command is given up. */
  constructor(command, { send, leave }) {
    this.command = command;
    this.send = send;
    this.leave = leave;
    this.pills = [];
    this.asked = 0;
    this.sending = false;
    this.more = h("input", {
      class: "more",
      type: "text",
      "aria-label": "Add an option, or press Enter to send",
      autocomplete: "off",
      role: "combobox",
      spellcheck: "false",
    });
    this.more.addEventListener("input", () => this.offerMore());
    this.more.addEventListener("focus", () => this.offerMore());
    this.more.addEventListener("keydown", (event) => this.moreKey(event));
    this.element = h(
      "div",
      { class: "command-line", role: "group", "aria-label": `/${command.path}` },
      h("span", { class: "command-name" }, `/${command.path}`),
      this.more,
    );
    // A press beside the pills goes on with the command.
    this.element.addEventListener("click", (event) => event.target === this.element && this.next());
    for (const option of command.options.filter((o) => o.required)) this.add(option);
    this.count();
  }

  unused() {
    return this.command.options.filter((option) => !this.pills.some((pill) => pill.option === option));
  }

  count() {
    const left = this.unused().length;
    this.more.placeholder = left ? `+${left} optional` : "";
    this.more.classList.toggle("nothing", !left);
  }

  add(option) {
    const pill = { option, chosen: null };
    const label = `${option.name}${option.required ? ", required" : ""}: ${option.description}`;
    if (option.type === KIND.file) {
      // The whole pill is the button: it is the label of the field that the browser has for files.
      pill.input = h("input", { type: "file", class: "for-readers", "aria-label": label });
      pill.input.addEventListener("change", () => this.brought(pill));
      pill.shown = h("span", { class: "pill-file", "aria-hidden": "true" });
      this.name(pill);
    } else {
      const mode = option.type === KIND.whole ? "numeric" : option.type === KIND.number ? "decimal" : "text";
      pill.input = h("input", {
        type: "text",
        "aria-label": label,
        autocomplete: "off",
        autocapitalize: "off",
        spellcheck: "false",
        inputmode: mode,
        role: "combobox",
        "aria-autocomplete": "list",
        size: 3,
      });
      pill.input.addEventListener("input", () => {
        pill.chosen = null;
        pill.element.classList.remove("wrong");
        this.fit(pill);
        this.offer(pill);
      });
    }
    pill.input.addEventListener("focus", () => this.offer(pill));
    pill.input.addEventListener("keydown", (event) => this.pillKey(event, pill));
    const remove = h(
      "button",
      {
        type: "button",
        class: "pill-remove",
        tabindex: -1,
        "aria-label": `Remove ${option.name}`,
        onclick: () => this.remove(pill),
      },
      icon("close"),
    );
    pill.element = h(
      "label",
      { class: `pill${option.required ? " required" : ""}`, data: { option: option.name } },
      h("span", { class: "pill-name" }, option.name),
      pill.input,
      pill.shown,
      !option.required && remove,
    );
    this.pills.push(pill);
    this.element.insertBefore(pill.element, this.more);
    this.count();
    return pill;
  }

  // Files

  name(pill) {
    const [file] = pill.input.files;
    pill.shown.replaceChildren(
      icon(file ? "file" : "plus"),
      h("span", { class: "pill-file-name" }, file ? file.name : "Choose a file"),
      file ? h("small", {}, size(file.size)) : "",
    );
  }

  /** A file has been chosen for this option; go on to what is still empty. */
  brought(pill) {
    const [file] = pill.input.files;
    const large = file?.size > LARGEST;
    if (large) pill.input.value = "";
    this.name(pill);
    pill.element.classList.remove("wrong");
    if (large) this.wrong(pill, `${file.name} is too large: 10 MB at most.`);
    else this.next();
  }

  /** Take a file that was dropped on `place` or pasted there, for the option that it fits best. */
  take(file, place) {
    const pills = this.pills.filter((pill) => pill.option.type === KIND.file);
    const free = this.unused().find((option) => option.type === KIND.file);
    const pill =
      pills.find((one) => one.element.contains(place)) ||
      pills.find((one) => !one.input.value) ||
      (free ? this.add(free) : pills[0]);
    if (!pill) return act.toast(`/${this.command.path} takes no file.`);
    const holder = new DataTransfer();
    holder.items.add(file);
    pill.input.files = holder.files;
    return this.brought(pill);
  }

  fit(pill) {
    pill.input.size = Math.max(3, pill.input.value.length + 1);
  }

  remove(pill) {
    this.pills = this.pills.filter((one) => one !== pill);
    pill.element.remove();
    this.count();
    this.more.focus();
  }

  /** Go to the first pill that still needs something, else to the field behind. */
  next(after = null) {
    const from = after ? this.pills.indexOf(after) + 1 : 0;
    const rest = [...this.pills.slice(from), ...this.pills.slice(0, from)];
    const empty = rest.find((pill) => pill !== after && !pill.input.value);
    (empty ? empty.input : this.more).focus();
  }

  focus() {
    this.next();
  }

  // What is offered

  heading(option, error = "") {
    const about = [h("strong", {}, option.name), ` ${option.description}`];
    const aside = range(option);
    return [
      ...about,
      aside && h("span", { class: "picker-aside" }, aside),
      error && h("span", { class: "picker-error", role: "alert" }, error),
    ];
  }

  offer(pill, error = "") {
    const typed = pill.chosen ? "" : pill.input.value;
    const heading = this.heading(pill.option, error);
    const chosen = (item) => this.choose(pill, item);
    const ready = offers(pill.option, typed);
    if (ready) {
      const drops = matchMedia("(hover: hover)").matches ? " or drop it here" : "";
      const empty = pill.option.type === KIND.file ? `Choose a file${drops}, 10 MB at most.` : "";
      return picker.open(pill.input, ready, { heading, chosen, empty, at: typed && ready.length ? 0 : -1 });
    }
    if (!error && picker.field === pill.input) picker.heading.replaceChildren(...heading.filter(Boolean));
    else picker.open(pill.input, [], { heading, chosen, empty: error ? "" : "Loading options…" });
    this.asked += 1;
    const turn = this.asked;
    setTimeout(() => this.ask(pill, turn, heading), ASK_AFTER_MS);
  }

  async ask(pill, turn, heading) {
    const current = () => turn === this.asked && document.activeElement === pill.input;
    if (!current()) return;
    const typed = pill.chosen ? String(pill.chosen.value) : pill.input.value;
    const chosen = (item) => this.choose(pill, item);
    try {
      const values = { ...this.known(pill), [pill.option.name]: typed };
      const answer = await call("autocomplete", {
        user: app.me,
        channel: app.channel,
        command: this.command.path,
        options: values,
        focused: pill.option.name,
      });
      if (!current()) return;
      if (answer.kind !== "choices") throw new Error(answer.error);
      const items = answer.choices.map((c) => ({ label: c.name, value: c.value }));
      // An entry typed in full is not replaced by a longer one that begins with it.
      const whole = typed && items.findIndex((item) => item.label.toLowerCase() === typed.toLowerCase());
      const at =
        !typed || pill.chosen
          ? -1
          : whole >= 0
            ? whole
            : items.findIndex((item) => item.label.toLowerCase().startsWith(typed.toLowerCase()));
      picker.open(pill.input, items, { heading, chosen, at, empty: "No options match." });
    } catch {
      if (current()) picker.open(pill.input, [], { heading, chosen, empty: "Loading options failed" });
    }
  }

  /** The other options so far, if they make sense. */
  known(except) {
    const values = {};
    for (const pill of this.pills) {
      if (pill === except || !pill.input.value) continue;
      if (pill.option.type === KIND.file) {
        // Its bytes come with the command.
        values[pill.option.name] = { filename: pill.input.files[0].name };
        continue;
      }
      const found = valueOf(pill.option, pill.input.value, pill.chosen);
      if (!found.error) values[pill.option.name] = found.value;
    }
    return values;
  }

  offerMore() {
    const typed = this.more.value.trim().toLowerCase().replace(/:$/, "");
    const left = this.unused().filter((option) => option.name.startsWith(typed));
    const exact = left.findIndex((option) => option.name === typed);
    const items = left.map((option) => ({
      label: option.name,
      about: option.description,
      aside: range(option),
      option,
    }));
    if (this.more.value.endsWith(":") && exact >= 0) return this.chooseMore(items[exact]);
    const heading = items.length
      ? "Options"
      : this.unused().length
        ? ""
        : [h("strong", {}, `/${this.command.path}`), matchMedia("(pointer: coarse)").matches ? " Press the arrow to send." : " Press Enter to send."];
    return picker.open(this.more, items, {
      heading,
      at: typed ? 0 : -1,
      chosen: (item) => this.chooseMore(item),
      empty: typed ? "There is no such option." : "",
    });
  }

  chooseMore(item) {
    this.more.value = "";
    this.add(item.option).input.focus();
  }

  choose(pill, item) {
    pill.chosen = item;
    pill.input.value = item.label;
    pill.element.classList.remove("wrong");
    this.fit(pill);
    this.next(pill);
  }

  // Keys

  /** A key on a pill for a file, which is a button. Returns whether the key was for it. */
  fileKey(event, pill) {
    if (event.key === "Enter" && !pill.input.value) {
      pill.input.click();
    } else if ((event.key === "Backspace" || event.key === "Delete") && pill.input.value) {
      pill.input.value = "";
      this.name(pill);
    } else {
      return false;
    }
    event.preventDefault();
    return true;
  }

  pillKey(event, pill) {
    if (pill.option.type === KIND.file && this.fileKey(event, pill)) return;
    const list = picker.field === pill.input && picker;
    const same = list && list.at >= 0 && list.items[list.at].label === pill.input.value;
    if (event.key === "Enter" && same) {
      // Nothing is left to choose: send.
      pill.chosen = list.items[list.at];
      event.preventDefault();
      return void this.submit();
    }
    if (
      event.key === "Tab" &&
      !event.shiftKey &&
      !pill.input.value &&
      !pill.option.required &&
      list &&
      list.at < 0
    )
      picker.close();
    if (list && !(event.key === "Tab" && pill.chosen) && list.key(event)) return;
    if (event.key === "Enter") {
      event.preventDefault();
      this.submit();
    } else if (event.key === "Tab" && !event.shiftKey) {
      event.preventDefault();
      this.next(pill);
    } else if (event.key === "Escape") {
      event.preventDefault();
      this.leave("");
    } else if (event.key === "Backspace" && !pill.input.value) {
      event.preventDefault();
      if (pill.option.required) this.leave(`/${this.command.path}`);
      else this.remove(pill);
    }
  }

  moreKey(event) {
    if (picker.field === this.more && event.key !== "Tab" && picker.key(event)) return;
    if (event.key === "Tab" && this.more.value && picker.key(event)) return;
    if (event.key === "Enter") {
      event.preventDefault();
      this.submit();
    } else if (event.key === "Escape") {
      event.preventDefault();
      this.leave("");
    } else if (event.key === "Backspace" && !this.more.value) {
      event.preventDefault();
      const last = this.pills.at(-1);
      if (last) last.input.focus();
      else this.leave(`/${this.command.path}`);
    }
  }

  wrong(pill, error) {
    pill.element.classList.add("wrong");
    pill.input.focus();
    this.offer(pill, error);
  }

  async submit() {
    if (this.sending) return;
    const values = {};
    const files = [];
    for (const pill of this.pills) {
      const { option, input } = pill;
      if (option.type === KIND.file) {
        if (input.files[0]) files.push(pill);
        else if (option.required) return void this.wrong(pill, "This option is required. Choose a file.");
        continue;
      }
      if (!input.value.trim()) {
        if (option.required) return void this.wrong(pill, "This option is required. Specify a value.");
        continue;
      }
      const found = valueOf(option, input.value, pill.chosen);
      if (found.error) return void this.wrong(pill, found.error);
      values[option.name] = found.value;
    }
    this.sending = true;
    for (const pill of files) {
      try {
        values[pill.option.name] = await encoded(pill.input.files[0]);
      } catch {
        this.sending = false;
        return void this.wrong(pill, "The file cannot be read any more.");
      }
    }
    if (!this.element.isConnected) return;
    this.asked += 1;
    picker.close();
    this.send(this.command.path, values);
  }
}
