// The driver's interface of the stand-in, and the socket that tells when something has changed.

const KEPT = "key";

/** The key from the address (`#key=…`), kept for this tab. */
function findKey() {
  const given = new URLSearchParams(location.hash.slice(1)).get(KEPT);
  if (given) sessionStorage.setItem(KEPT, given);
  return given || sessionStorage.getItem(KEPT) || "";
}

export const key = findKey();

/** What a person's own Discord client would refuse; the message says why. */
export class CannotDo extends Error {}

/** The stand-in cannot be reached. */
export class Away extends Error {}

/** Run a verb of `bot/playground/control.py`. */
export async function call(verb, values = {}) {
  const said = await post(verb, values);
  if (said.error !== undefined) throw new CannotDo(said.error);
  return said.result;
}

async function post(verb, values) {
  try {
    const answer = await fetch(`/driver/${verb}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Driver-Key": key },
      body: JSON.stringify(values),
    });
    return await answer.json();
  } catch {
    throw new Away("The playground does not answer.");
  }
}

/** For ever: call `changed` now and after every change, `lost` while the stand-in is away. */
export function listen(changed, lost) {
  const socket = new WebSocket(`ws://${location.host}/live`);
  socket.addEventListener("open", () => socket.send(JSON.stringify({ key })));
  socket.addEventListener("message", changed);
  socket.addEventListener("close", (event) => {
    const refused = event.code === 1008;
    lost(refused);
    if (!refused) setTimeout(() => listen(changed, lost), 1000);
  });
}

/** How large an uploaded file may be on Discord. */
export const LARGEST = 10 * 1024 * 1024;

/** The bytes of a file as the driver's interface takes them. */
export async function encoded(file) {
  const address = await new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
  return { filename: file.name, data: address.slice(address.indexOf(",") + 1) };
}

/** An attachment's address, with the host name by which this page was opened. */
export function local(address) {
  const url = new URL(address, location.href);
  return url.pathname + url.search;
}
