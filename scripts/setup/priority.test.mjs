import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import { expect, test } from 'vitest'
import { giveWay } from './priority.mjs'

const lowest = os.constants.priority.PRIORITY_LOW

/**
 * @param {boolean} detached
 * @param {(pid: number) => void} check
 */
function withChild(detached, check) {
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], { detached, stdio: 'ignore' })
  try {
    giveWay(child)
    check(child.pid ?? 0)
  } finally {
    child.kill('SIGKILL')
  }
}

/** @param {number} pid */
const groupOf = (pid) => fs.readFileSync(`/proc/${pid}/autogroup`, 'utf8')

test('a child gets the lowest priority', () => withChild(false, (pid) => expect(os.getPriority(pid)).toBe(lowest)))

test.skipIf(!fs.existsSync('/proc/self/autogroup'))(
  'what leads a session of its own gives way with all of it, and one of ours changes nothing for us',
  () => {
    withChild(true, (pid) => expect(groupOf(pid)).toMatch(new RegExp(`nice ${lowest}\\n$`)))
    const own = groupOf(process.pid)
    withChild(false, () => expect(groupOf(process.pid)).toBe(own))
  },
)
