// The forecast of engine.js, with everything hand-tuned that can be while one job is scheduled after the other:
// buffers made once a job, blockers counted down instead of looked up, no objects at all.

import { inAll } from "./engine.js";

const NOBODY = -1, NEVER = 255;

export function countingDown(job, workers) {
  const { tasks, deps } = job;
  const blockers = Uint8Array.from(deps, (those) => those.length); // of each task
  const followers = Array.from({ length: tasks }, () => []);
  deps.forEach((those, id) => those.forEach((dep) => followers[dep].push(id)));
  const waits = new Uint8Array(tasks); // for how many more tasks; NEVER once it has begun
  const task = new Int16Array(workers), end = new Float64Array(workers), order = new Int32Array(workers);

  return (finished, running, now, expected) => {
    waits.set(blockers);
    task.fill(NOBODY);
    for (const id of finished) {
      waits[id] = NEVER;
      for (const follower of followers[id]) waits[follower]--;
    }
    let left = tasks - finished.length, free = workers, begun = 0, first = 0;
    for (const { task: id, start } of running) {
      waits[id] = NEVER;
      task[begun] = id;
      end[begun] = Math.max(now, start + inAll(now - start, expected[id]));
      order[begun] = begun++;
      free--;
    }
    for (;;) {
      while (first < tasks && waits[first] === NEVER) first++;
      for (let id = first, worker = 0; free > 0 && id < tasks; id++) {
        if (waits[id] !== 0) continue;
        while (task[worker] !== NOBODY) worker++;
        waits[id] = NEVER;
        task[worker] = id;
        end[worker] = now + expected[id];
        order[worker] = begun++;
        free--;
      }
      let next = NOBODY;
      for (let worker = 0; worker < workers; worker++) {
        if (task[worker] === NOBODY) continue;
        const sooner = next === NOBODY || end[worker] < end[next];
        if (sooner || (end[worker] === end[next] && order[worker] < order[next])) next = worker;
      }
      now = end[next];
      if (--left === 0) return now;
      for (const follower of followers[task[next]]) waits[follower]--;
      task[next] = NOBODY;
      free++;
    }
  };
}
