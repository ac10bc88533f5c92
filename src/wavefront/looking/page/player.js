// One run being played: the launch and the position, what memory holds there, and the state of every thread.

import { opened } from "./runs.js";

export class Player {
  constructor(run) {
    this.run = run;
    const { launches, races } = opened(run);
    this.launches = launches;
    this.races = races;
    this.starts = [];
    let total = 0;
    for (const launch of launches) {
      this.starts.push(total);
      total += launch.accesses.length;
    }
    this.total = total;
    this.number = 0;
    this.position = 0;
    this.open(0);
  }

  /** Go to the beginning of a launch. */
  open(number) {
    this.number = number;
    this.position = 0;
    this.memory = this.launch.arrays.map((array) => [...array.start]);
  }

  get launch() {
    return this.launches[this.number];
  }

  /** How many accesses of the run have been made. */
  get done() {
    return this.starts[this.number] + this.position;
  }

  /** The access made last in this launch; null at its beginning. */
  get last() {
    return this.position ? this.launch.accesses[this.position - 1] : null;
  }

  /** The access that comes next in the run; null at its end. */
  get next() {
    return this.launches.slice(this.number).reduce(
      (found, launch, place) => found ?? launch.accesses[place ? 0 : this.position] ?? null, null);
  }

  get race() {
    return this.position ? this.races[this.number].get(this.position - 1) ?? null : null;
  }

  get isWeighted() {
    return this.launches.some((launch) => launch.arrays.some(({ name }) => name === "distances"));
  }

  /** The level that is being labelled: a launch of several says so by the labels written so far. */
  get level() {
    const levels = this.launch.arrays.findIndex((array) => array.name === "levels");
    let most = this.launch.level;
    if (this.launch.kernel === "block_levels" && levels >= 0) {
      for (const level of this.memory[levels]) if (level > most) most = level;
    }
    return most;
  }

  /** What memory has in an array; a launch that doesn't have it leaves it as it was. Null if none has. */
  held(name) {
    const of = (launch) => launch.arrays.findIndex((array) => array.name === name);
    const own = of(this.launch);
    if (own >= 0) return this.memory[own];
    const before = this.launches.slice(0, this.number).findLast((launch) => of(launch) >= 0);
    if (!before) {
      const after = this.launches.find((launch) => of(launch) >= 0);
      return after ? after.arrays[of(after)].start : null;
    }
    const values = [...before.arrays[of(before)].start];
    for (const access of before.accesses) if (access.array === of(before)) values[access.index] = access.after;
    return values;
  }

  /** An array as it was when this level first had it; null if none of its launches has. */
  atFirst(name) {
    const { level } = this.launch;
    for (const launch of this.launches) {
      const found = launch.level === level && launch.arrays.find((array) => array.name === name);
      if (found) return found.start;
    }
    return null;
  }

  /** Go on to `done` accesses of the whole run, or back. */
  seek(done) {
    const wanted = Math.max(0, Math.min(this.total, done));
    let number = this.launches.length - 1;
    while (number > 0 && this.starts[number] >= wanted) number--;
    if (number !== this.number) this.open(number);
    this.move(wanted - this.starts[number]);
  }

  /** Go to a position of this launch. */
  move(position) {
    const { accesses } = this.launch;
    while (this.position < position) {
      const access = accesses[this.position++];
      this.memory[access.array][access.index] = access.after;
    }
    while (this.position > position) {
      const access = accesses[--this.position];
      this.memory[access.array][access.index] = access.before;
    }
  }

  /** The launch of the access with this number in the run. */
  launchAt(done) {
    let number = this.launches.length - 1;
    while (number > 0 && this.starts[number] > done) number--;
    return this.launches[number];
  }

  /** The count of accesses after one more step of a kind: "access", "thread" or "level", on or back. */
  target(kind, direction) {
    if (kind === "access") return this.done + direction;
    return kind === "thread" ? this.turn(direction) : this.edgeOfLevel(direction);
  }

  /** Where the next thread has had its turn, or where the turn before began. */
  turn(direction) {
    const at = (done) => {
      const launch = this.launchAt(done);
      const number = this.launches.indexOf(launch);
      return `${number} ${launch.accesses[done - this.starts[number]]?.thread}`;
    };
    let done = this.done;
    if (direction > 0) {
      if (done >= this.total) return done;
      const mine = at(done);
      while (done < this.total && at(done) === mine) done++;
    } else {
      if (done <= 0) return 0;
      const mine = at(done - 1);
      while (done > 0 && at(done - 1) === mine) done--;
    }
    return done;
  }

  /** Where the next level begins, or this one, or from there the one before. */
  edgeOfLevel(direction) {
    const begins = this.levels().map((row) => row.start);
    if (direction > 0) return begins.find((start) => start > this.done) ?? this.total;
    return begins.findLast((start) => start < this.done) ?? 0;
  }

  /** Where each level begins. */
  levels() {
    const found = [];
    this.launches.forEach((launch, number) => {
      if (found.at(-1)?.level !== launch.level) found.push({ level: launch.level, start: this.starts[number] });
    });
    return found;
  }

  /** What each thread is at: "before", "running", "between", "waiting", "ended" or "fault". */
  states() {
    const { launch, position } = this;
    const running = this.last?.thread;
    const barriers = launch.barriers.filter(([at]) => at > position);
    return launch.byThread.map((own, thread) => {
      if (thread === running) return position >= own.at(-1) + 1 ? "last" : "running";
      if (!own.length || own.at(-1) < position) {
        const stuck = launch.fault && position === launch.accesses.length;
        return own.length && stuck ? "fault" : own.length ? this.afterLast(thread, barriers) : "ended";
      }
      const waits = barriers.some(([at, first, last]) =>
        first <= thread && thread <= last && !own.some((place) => place >= position && place < at));
      if (waits && position) return "waiting";
      return own[0] >= position ? "before" : "between";
    });
  }

  afterLast(thread, barriers) {
    const waits = barriers.some(([, first, last]) => first <= thread && thread <= last);
    return waits ? "waiting" : "ended";
  }
}
