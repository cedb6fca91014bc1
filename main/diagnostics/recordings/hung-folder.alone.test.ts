import fs from 'node:fs'
import { afterEach, expect, it, vi } from 'vitest'
import { err } from '../../../shared/base/result.ts'
import { diskRoom, whetherAnswers } from './recording-files.ts'

let wasAsked: { readonly wasAsked?: false } = {}
const noAnswer = () => Promise.resolve(err({ kind: 'no-answer', ...wasAsked }))
vi.mock('../../foreign/foreign-files.ts', () => ({ askForeign: () => noAnswer(), lookAtForeign: () => noAnswer() }))

afterEach(() => {
  wasAsked = {}
  vi.restoreAllMocks()
})

it('nothing is begun in a folder whose disk hangs, and its room is not known', async () => {
  const touched = (['mkdirSync', 'existsSync', 'statSync'] as const).map((name) => vi.spyOn(fs, name))
  const asked = vi.spyOn(fs.promises, 'statfs')
  expect(await whetherAnswers('/hung/recordings')).toEqual({
    ok: false,
    error: { kind: 'io', operation: 'write', path: '/hung/recordings', code: 'ETIMEDOUT' },
  })
  expect(await diskRoom('/hung/recordings')).toBeNull()
  for (const spy of [...touched, asked]) expect(spy).not.toHaveBeenCalled()
})

it('other disks that hang keep nobody from recording, and the room is still watched', async () => {
  wasAsked = { wasAsked: false }
  expect(await whetherAnswers('/tmp')).toEqual({ ok: true, value: null })
  expect(await diskRoom('/')).toMatchObject({ totalBytes: expect.any(Number) })
})
