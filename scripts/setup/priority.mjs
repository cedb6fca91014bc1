import os from 'node:os'

/**
 * Has a child give way to everything else on the machine: the lowest priority. Where the system refuses, or the child has ended, nothing
 * changes.
 *
 * @param {import('node:child_process').ChildProcess} child
 */
export function giveWay(child) {
  try {
    if (child.pid !== undefined) os.setPriority(child.pid, os.constants.priority.PRIORITY_LOW)
  } catch {
    // EPERM or ESRCH: then it runs as everything else does.
  }
}
