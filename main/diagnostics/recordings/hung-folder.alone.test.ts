import fs from 'node:fs'
import { afterEach, expect, it, vi } from 'vitest'
import { err } from '../../../shared/base/result.ts'
import { sidecarPathOf } from '../../workers/recorder/sidecar-file.ts'
import { RunningMarks } from './beside/running-marks.ts'
import { diskRoom } from './recording-files.ts'

let wasAsked: { readonly wasAsked?: false } = {}
const noAnswer = () => Promise.resolve(err({ kind: 'no-answer', ...wasAsked }))
vi.mock('../../foreign/foreign-files.ts', () => ({ askForeign: () => noAnswer(), lookAtForeign: () => noAnswer() }))

afterEach(() => {
  wasAsked = {}
  vi.restoreAllMocks()
})

it('the room on a disk that hangs is not known', async () => {
  const asked = vi.spyOn(fs.promises, 'statfs')
  expect(await diskRoom('/hung/recordings')).toBeNull()
  expect(asked).not.toHaveBeenCalled()
})

it('other disks that hang keep nobody from watching the room on this one', async () => {
  wasAsked = { wasAsked: false }
  expect(await diskRoom('/')).toMatchObject({ totalBytes: expect.any(Number) })
})

it('a mark beside a recording whose disk hangs is refused, and holds up nobody', async () => {
  const touched = [
    ...(['lstatSync', 'openSync', 'writeSync'] as const).map((name) => vi.spyOn(fs, name)),
    ...(['lstat', 'open'] as const).map((name) => vi.spyOn(fs.promises, name)),
  ]
  const running = new RunningMarks(() => 0)
  running.begin('job', '/hung/a.nettrace')
  expect(await running.add('job', 'deploy')).toEqual({
    ok: false,
    error: { kind: 'io', operation: 'write', path: sidecarPathOf('/hung/a.nettrace'), code: 'ETIMEDOUT' },
  })
  expect(running.marksOf('job')).toEqual([])
  for (const spy of touched) expect(spy).not.toHaveBeenCalled()
})
