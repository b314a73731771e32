// Between Discord's page and an application's: passes on what they say to each other.

const discord = document.body.dataset.discord.split(" ");
const frame = document.querySelector("iframe");
let outside = "";

addEventListener("message", ({ source, origin, data }) => {
  if (source === parent && discord.includes(origin)) {
    if (outside) return frame.contentWindow.postMessage(data, "*"); // on iOS it has no origin
    outside = origin; // the first message says that it listens
    frame.src = `/${location.search}`;
  } else if (source === frame.contentWindow && [location.origin, "null"].includes(origin)) {
    parent.postMessage(data, outside);
  }
});
