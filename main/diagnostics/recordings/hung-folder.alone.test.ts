import fs from 'node:fs'
import { afterEach, expect, it, vi } from 'vitest'
import { err } from '../../../shared/base/result.ts'
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
