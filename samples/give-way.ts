import fs from 'node:fs'
import os from 'node:os'

/** Threads that compute without pause, as the system has their names (targets/Work.cs, targets/Planted.cs). */
const computing = /^(?:busy-\d|planted-hot)/
/** A third of what a thread of ordinary priority gets while both want a processor; all of one that nobody else wants. */
const priority = 5

/**
 * Lets the threads of a target that compute for ever give way to what is tested, when tests ask for that: on few processors they would take
 * half of them. Its other threads, which answer and write the stream, stay as they are. Linux: elsewhere threads cannot be told apart so.
 */
export function giveWayToTests(pid: number): void {
  if (process.env['PIPESCOPE_TARGETS_GIVE_WAY'] !== '1' || process.platform !== 'linux') return
  const tasks = `/proc/${String(pid)}/task`
  try {
    for (const thread of fs.readdirSync(tasks))
      if (computing.test(fs.readFileSync(`${tasks}/${thread}/comm`, 'utf8'))) os.setPriority(Number(thread), priority)
  } catch {
    // It has ended, or belongs to another user: then everything is as it was.
  }
}
