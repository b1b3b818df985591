// What `nearlydone measure` computes, in JavaScript the usual way: one job at a time, a Scheduler over arrays,
// and at each of 101 moments the rest of the job scheduled for `plan` and once more for `learn`.
// Python is timed against it, so nothing here is slow on purpose. `measure` takes another forecaster, too.

import { cos, exp, log } from "./libm.js";

const LUCK = 0x5f3759df, MOST_FAILURES = 3, OVERRUN = 0.15, FAITH = 2, SAMPLES = 100;
const WAITING = 0, RUNNING = 1, FINISHED = 2, NOBODY = -1;

export const BARS = ["count", "work", "plan", "learn"];

function mulberry32(seed) {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), a | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

function normal(draw) {
  const u = draw(), v = draw();
  return Math.sqrt(-2 * log(1 - u)) * cos(2 * Math.PI * v);
}

export function randomJob(seed, { tasks, layers, spread, kinds, bias, noise, failure_rate }) {
  const main = mulberry32(seed), luck = mulberry32(seed ^ LUCK);
  const factors = Array.from({ length: kinds }, () => exp(normal(main) * bias));
  const members = Array.from({ length: layers }, () => []);
  const job = { tasks, kinds, kind: new Uint8Array(tasks), estimate: new Float64Array(tasks), deps: [], attempts: [] };
  for (let id = 0; id < tasks; id++) {
    const layer = Math.floor(id * layers / tasks);
    const kind = job.kind[id] = Math.floor(main() * kinds);
    const estimate = job.estimate[id] = exp(normal(main) * spread);
    const deps = [];
    if (layer > 0) {
      const above = members[layer - 1];
      for (let picks = 1 + Math.floor(main() * 2); picks > 0; picks--) {
        const dep = above[Math.floor(main() * above.length)];
        if (!deps.includes(dep)) deps.push(dep);
      }
    }
    const duration = estimate * factors[kind] * exp(normal(main) * noise);
    const attempts = [];
    while (attempts.length < MOST_FAILURES && luck() < failure_rate) attempts.push(duration * (0.2 + luck() * 0.8));
    attempts.push(duration);
    members[layer].push(id);
    job.deps.push(deps);
    job.attempts.push(attempts);
  }
  return job;
}

/** Four rules and a loop. `lengths` are minutes by task; an attempt under way keeps its start, and never ends before now. */
class Scheduler {
  constructor(job, lengths, workers, now = 0) {
    this.job = job;
    this.lengths = lengths;
    this.now = now;
    this.left = job.tasks;
    this.free = workers;
    this.begun = 0;
    this.state = new Uint8Array(job.tasks);
    this.task = new Int16Array(workers).fill(NOBODY);
    this.start = new Float64Array(workers);
    this.end = new Float64Array(workers);
    this.order = new Int32Array(workers);
  }

  begin(task, worker, start, length) {
    this.state[task] = RUNNING;
    this.task[worker] = task;
    this.start[worker] = start;
    this.end[worker] = Math.max(this.now, start + length);
    this.order[worker] = this.begun++;
    this.free--;
  }

  finish(task) {
    this.state[task] = FINISHED;
    this.left--;
  }

  isReady(task) {
    if (this.state[task] !== WAITING) return false;
    for (const dep of this.job.deps[task]) if (this.state[dep] !== FINISHED) return false;
    return true;
  }

  assign() {
    for (let id = 0, worker = 0; this.free > 0 && id < this.job.tasks; id++) {
      if (!this.isReady(id)) continue;
      while (this.task[worker] !== NOBODY) worker++;
      this.begin(id, worker, this.now, this.lengths[id]);
    }
  }

  /** Time jumps to the end of the attempt that ends first; of two, the one that began first. Its worker is free again. */
  advance() {
    const { task, end, order } = this;
    let next = NOBODY;
    for (let worker = 0; worker < task.length; worker++) {
      if (task[worker] === NOBODY) continue;
      const sooner = next === NOBODY || end[worker] < end[next];
      if (sooner || (end[worker] === end[next] && order[worker] < order[next])) next = worker;
    }
    const ended = { task: task[next], start: this.start[next], end: end[next] };
    this.now = ended.end;
    task[next] = NOBODY;
    this.free++;
    return ended;
  }
}

/** The attempts of the real run, in the order they ended. */
export function run(job, workers) {
  const tries = new Uint8Array(job.tasks), attempts = [];
  const scheduler = new Scheduler(job, Float64Array.from(job.attempts, (lengths) => lengths[0]), workers);
  while (scheduler.left > 0) {
    scheduler.assign();
    const attempt = scheduler.advance(), id = attempt.task, lengths = job.attempts[id];
    attempt.ok = ++tries[id] === lengths.length;
    attempts.push(attempt);
    if (attempt.ok) scheduler.finish(id);
    else {
      scheduler.lengths[id] = lengths[tries[id]];
      scheduler.state[id] = WAITING;
    }
  }
  return attempts;
}

/** What says when the rest of a job will end, if tasks take as long as expected. */
function schedulingAnew(job, workers) {
  return (finished, running, now, expected) => {
    const scheduler = new Scheduler(job, expected, workers, now);
    for (const id of finished) scheduler.finish(id);
    running.forEach(({ task, start }, worker) => scheduler.begin(task, worker, start, inAll(now - start, expected[task])));
    while (scheduler.left > 0) {
      scheduler.assign();
      scheduler.finish(scheduler.advance().task);
    }
    return scheduler.now;
  };
}

/** How long a task under way takes in all. */
export function inAll(elapsed, expected) {
  return elapsed >= expected ? elapsed + OVERRUN * expected : expected;
}

function learnedLengths(job, ended, finished) {
  const taken = new Float64Array(job.tasks), spent = new Float64Array(job.kinds), planned = new Float64Array(job.kinds);
  for (const { task, start, end } of ended) taken[task] += end - start;
  for (const id of finished) {
    spent[job.kind[id]] += taken[id];
    planned[job.kind[id]] += job.estimate[id];
  }
  return job.estimate.map((estimate, id) => estimate * (spent[job.kind[id]] + FAITH) / (planned[job.kind[id]] + FAITH));
}

/** What each bar showed at 0, 1, … 100 hundredths of the run. */
function curves(job, workers, forecaster) {
  const attempts = run(job, workers), total = attempts.at(-1).end, forecast = forecaster(job, workers);
  const begun = attempts.toSorted((one, other) => one.start - other.start);
  const whole = job.estimate.reduce((sum, estimate) => sum + estimate, 0);
  const shown = Object.fromEntries(BARS.map((bar) => [bar, new Float64Array(SAMPLES + 1)]));
  const finished = [];
  let ended = 0, worked = 0;
  for (let k = 0; k <= SAMPLES; k++) {
    const now = total * k / SAMPLES;
    for (; ended < attempts.length && attempts[ended].end <= now; ended++) {
      if (!attempts[ended].ok) continue;
      finished.push(attempts[ended].task);
      worked += job.estimate[attempts[ended].task];
    }
    shown.count[k] = finished.length / job.tasks;
    shown.work[k] = worked / whole;
    if (finished.length === job.tasks) {
      shown.plan[k] = shown.learn[k] = 1;
      continue;
    }
    const running = begun.filter(({ start, end }) => start <= now && now < end);
    const learned = learnedLengths(job, attempts.slice(0, ended), finished);
    shown.plan[k] = now / forecast(finished, running, now, job.estimate);
    shown.learn[k] = now / forecast(finished, running, now, learned);
  }
  return { minutes: total, shown };
}

/** Means over the seeds 1 … jobs: of minutes, and of each bar the error in points and the curve. */
export function measure(shape, workers, jobs, forecaster = schedulingAnew) {
  const bars = Object.fromEntries(BARS.map((bar) => [bar, { error: 0, curve: new Float64Array(SAMPLES + 1) }]));
  let sum = 0;
  for (let seed = 1; seed <= jobs; seed++) {
    const { minutes, shown } = curves(randomJob(seed, shape), workers, forecaster);
    sum += minutes;
    for (const bar of BARS) {
      const mean = bars[bar];
      for (let k = 0; k <= SAMPLES; k++) {
        mean.curve[k] += shown[bar][k] / jobs;
        if (k > 0) mean.error += Math.abs(shown[bar][k] - k / SAMPLES) / jobs;
      }
    }
  }
  return { minutes: sum / jobs, bars };
}
