import fs from 'node:fs'
import os from 'node:os'

/**
 * Has a child give way to everything else on the machine: the lowest priority, or the one that is given. Where the system refuses, or the child
 * has ended, nothing changes.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @param {number} [priority]
 */
export function giveWay({ pid }, priority = os.constants.priority.PRIORITY_LOW) {
  if (pid === undefined) return
  try {
    os.setPriority(pid, priority)
    giveWaySession(pid, priority)
  } catch {
    // EPERM or ESRCH, or ENOENT without such groups: then it runs as everything else does.
  }
}

/**
 * Linux shares a processor between sessions before it looks at processes, whatever their priority: a session has one of its own. Nothing for
 * a process that leads none. Throws where the system refuses.
 *
 * @param {number} pid
 * @param {number} priority
 */
export function giveWaySession(pid, priority) {
  if (process.platform === 'linux' && leadsSession(pid)) fs.writeFileSync(`/proc/${pid}/autogroup`, `${priority}`)
}

/** @param {number} pid */
function leadsSession(pid) {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'latin1')
  // Behind the name, which may hold anything: state, parent, group, session.
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3]) === pid
}
