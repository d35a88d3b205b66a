// How times, lengths and states are said, and the elements they are said in.

/** An element with attributes and children; text is text, whatever it holds. */
function el(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "class") element.className = value;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name.startsWith("--")) element.style.setProperty(name, value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** A name from a feed: kept apart from the direction of the text around it. */
const named = (text, className) => el("bdi", { class: className }, text);

/** A name from a feed, short enough to be spoken or drawn. */
const brief = (text, limit = 120) => {
  const characters = Array.from(text);
  return characters.length > limit ? characters.slice(0, limit - 1).join("") + "…" : text;
};

/** How often something runs along a piece of way in words: on the day it is of, else on all days. */
const tripsHere = (runs, trips) => runs != null ? `${plural(runs, "run")} here that day`
  : trips != null ? `${plural(trips, "trip")} here (all days)` : null;

const plural = (count, one, many = one + "s") => `${grouped(count)} ${count === 1 ? one : many}`;
const grouped = (number) => String(Math.round(number)).replace(/\B(?=(\d{3})+$)/g, "\u202f");

function lengthText(metres) {
  if (metres < 950) return `${Math.round(metres / 10) * 10} m`;
  return `${(metres / 1000).toFixed(metres < 99500 ? 1 : 0)} km`;
}

const coordinateText = ([longitude, latitude]) => {
  const turned = ((longitude + 180) % 360 + 360) % 360 - 180;
  return `${Math.abs(latitude).toFixed(5)}° ${latitude < 0 ? "S" : "N"}, `
    + `${Math.abs(turned).toFixed(5)}° ${turned < 0 ? "W" : "E"}`;
};

// Times. A record's own clock is used, never that of the machine that shows the page.

const pad = (number) => String(number).padStart(2, "0");

/** POSIX seconds on the clock of an RFC 3339 time, as {clock, date, offset}. */
function onClockOf(local, seconds) {
  const offset = /([+-])(\d\d):(\d\d)$/.exec(local ?? "");
  const minutes = offset ? (offset[1] === "-" ? -1 : 1) * (Number(offset[2]) * 60 + Number(offset[3])) : 0;
  const time = new Date((seconds + minutes * 60) * 1000);
  return {
    clock: `${pad(time.getUTCHours())}:${pad(time.getUTCMinutes())}`,
    date: dateText(time),
    offset: offset ? `UTC${offset[1] === "-" ? "−" : "+"}${offset[2]}:${offset[3]}` : "UTC",
  };
}

const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
  "November", "December"];

const dateText = (time) =>
  `${DAYS[time.getUTCDay()]} ${time.getUTCDate()} ${MONTHS[time.getUTCMonth()]} ${time.getUTCFullYear()}`;

/** `20260302` as a date in words; null for anything else. */
function serviceDate(compact) {
  const parts = /^(\d{4})(\d\d)(\d\d)$/.exec(compact ?? "");
  return parts ? dateText(new Date(Date.UTC(Number(parts[1]), parts[2] - 1, Number(parts[3])))) : null;
}

/** POSIX seconds of noon minus 12 hours of a service day in a zone; null where the browser cannot tell. */
function serviceDayStart(compact, zone) {
  const parts = /^(\d{4})(\d\d)(\d\d)$/.exec(compact ?? "");
  if (!parts || !zone) return null;
  const noon = Date.UTC(Number(parts[1]), parts[2] - 1, Number(parts[3]), 12) / 1000;
  const offset = zoneOffset(zone, noon);
  if (offset === null) return null;
  const guess = noon - offset;
  return noon - (zoneOffset(zone, guess) ?? offset) - 12 * 3600;
}

/** Seconds that a zone is ahead of UTC at an instant. */
function zoneOffset(zone, seconds) {
  try {
    const format = new Intl.DateTimeFormat("en-GB", {
      timeZone: zone, hourCycle: "h23", year: "numeric", month: "numeric", day: "numeric", hour: "numeric",
      minute: "numeric", second: "numeric",
    });
    const at = Object.fromEntries(format.formatToParts(seconds * 1000).map((part) => [part.type, Number(part.value)]));
    return Date.UTC(at.year, at.month - 1, at.day, at.hour, at.minute, at.second) / 1000 - seconds;
  } catch {
    return null; // A zone that this browser does not have.
  }
}

/** Makes the clock of a trip: from seconds of its service day to `HH:MM` and days after it. */
function tripClock(trip) {
  const start = serviceDayStart(trip.start_date, trip.timezone);
  return (seconds) => {
    let local = seconds;
    if (start !== null) {
      const offset = zoneOffset(trip.timezone, start + seconds) - zoneOffset(trip.timezone, start + 12 * 3600);
      local += offset;
    }
    const day = Math.floor(local / 86400), rest = local - day * 86400;
    return { clock: `${pad(Math.floor(rest / 3600))}:${pad(Math.floor(rest / 60) % 60)}`, day };
  };
}

function delayText(seconds) {
  if (seconds === null || seconds === undefined) return null;
  const minutes = Math.round(Math.abs(seconds) / 60);
  if (minutes === 0) return "On time";
  const length = minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  return seconds > 0 ? `${length} late` : `${length} early`;
}

const delayKind = (seconds) => Math.abs(seconds) < 30 ? "punctual" : seconds > 0 ? "late" : "early";

/** A countdown, short; it counts from the board's time, so it never says "now". */
function countdownText(seconds) {
  const minutes = Math.floor(Math.abs(seconds) / 60);
  if (seconds < 0) return minutes ? `${minutes} min ago` : "Due";
  if (minutes === 0) return "Due";
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const spokenLength = (text) => text.replace(/(\d+) h/, "$1 hours").replace(/(\d+) min/, "$1 minutes")
  .replace(/\b1 hours/, "1 hour").replace(/\b1 minutes/, "1 minute");

/** Whether a stop's name ends with its platform already. */
const namesPlatform = (name, code) => name.toLowerCase().endsWith(` ${code.toLowerCase()}`);

/** Whether a departure or a trip does not run: CANCELED and DELETED of TripDescriptor.ScheduleRelationship. */
const isCanceled = (record) => record.schedule_relationship === TRIP_RELATIONSHIP.CANCELED
  || record.schedule_relationship === TRIP_RELATIONSHIP.DELETED;

// Crowding

/** Whole per cent: <1% where something is there that would round to nothing, >99% where not all would be all. */
function percent(count, total) {
  const part = Math.floor((count * 20000 + total) / (2 * total));
  if (count > 0 && part < 50) return "<1%";
  if (count < total && part >= 9950) return ">99%";
  return `${Math.floor((part + 50) / 100)}%`;
}

/** The level of a status from 0 to 6; null for anything else. */
const levelOf = (status) => LEVELS[LEVEL_OF_STATUS[status]] ?? null;

/** "Usually low occupancy"; undefined without a level. */
const usualLabel = (level) => level ? `Usually ${level.label[0].toLowerCase()}${level.label.slice(1)}` : undefined;

const WHEELCHAIR = {
  1: { label: "Wheelchair accessible", short: "Accessible", kind: "yes" },
  2: { label: "Not wheelchair accessible", short: "Not accessible", kind: "no" },
};

/** Tells people who listen. */
function announce(text) {
  const place = document.getElementById("announcements");
  place.textContent = "";
  requestAnimationFrame(() => { place.textContent = brief(text, 400); });
}

/** How much larger than usual the reader wants text; what is drawn follows it as what is laid out does. */
const TEXT_SCALE = Math.min(3, Math.max(0.75, parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1));

const REDUCED_MOTION = matchMedia("(prefers-reduced-motion: reduce)");
const DARK = matchMedia("(prefers-color-scheme: dark)");
