import fs from 'node:fs'
import os from 'node:os'
import { giveWaySession } from '../scripts/setup/priority.mjs'

/** Threads that compute without pause, as the system has their names (targets/Work.cs, targets/Planted.cs). */
const computing = /^(?:busy-\d|planted-hot)/
/** A third of what a thread of ordinary priority gets while both want a processor; all of one that nobody else wants. */
const priority = 5

/** Modes of targets/Program.cs with such threads. */
const computingModes = new Set(['busy', 'planted'])

/** What tests ask for: nothing, that such threads give way, or that their targets do so as sessions too. */
const asked = (): string => (process.platform === 'linux' ? (process.env['PIPESCOPE_TARGETS_GIVE_WAY'] ?? '') : '')

/**
 * Whether a target needs a session of its own. Linux divides a processor among sessions before it looks at priorities, and a driver of browsers gives
 * the app one: computing threads in the session of the tests would get as much as the app.
 */
export function givesWayAsSession(targetArguments: readonly string[]): boolean {
  return asked() === 'sessions' && targetArguments.some((mode) => computingModes.has(mode))
}

/**
 * Lets the threads of a target that compute for ever give way to what is tested, when tests ask for that: on few processors they would take
 * half of them. Its other threads, which answer and write the stream, stay as they are beside them. Linux: elsewhere threads cannot be told apart so.
 */
export function giveWayToTests(pid: number): void {
  if (asked() === '') return
  const tasks = `/proc/${String(pid)}/task`
  try {
    for (const thread of fs.readdirSync(tasks))
      if (computing.test(fs.readFileSync(`${tasks}/${thread}/comm`, 'utf8'))) os.setPriority(Number(thread), priority)
    giveWaySession(pid, priority)
  } catch {
    // It has ended, or belongs to another user, or there are no such groups: then everything is as it was.
  }
}
