import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { mostSavedViews, type SavedView } from '../../../../shared/contract/saved-view.ts'
import { wholeTrace } from '../../../../shared/model/trace/trace-selection.ts'
import { sidecarPathOf } from '../../../workers/recorder/sidecar-file.ts'
import { readMarks, writeMarks } from './marks.ts'
import { deleteView, readViews, saveView } from './saved-views.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pipescope-views-'))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const view = (name: string, changes: Partial<SavedView> = {}): SavedView => ({
  name,
  tab: 'flame',
  selection: { ...wholeTrace, range: { fromMs: 10, toMs: 20 } },
  search: '',
  eventFilter: '',
  eventFields: [],
  ...changes,
})
const file = (name: string): string => path.join(folder, `${name}.nettrace`)

test('views lie beside the recording with its marks; a name is there once', async () => {
  const recording = file('a')
  await writeMarks(recording, [{ unixMs: 1, elapsedMs: 1, text: 'login' }])
  expect(await saveView(recording, view('slow start'))).toEqual({ ok: true, value: null })
  await saveView(recording, view('second'))
  await saveView(recording, view('slow start', { tab: 'events', eventFilter: 'event = GC/Stop' }))
  expect((await readViews(recording)).map(({ name, tab }) => [name, tab])).toEqual([
    ['second', 'flame'],
    ['slow start', 'events'],
  ])
  await deleteView(recording, 'second')
  await deleteView(recording, 'not there')
  expect((await readViews(recording)).map(({ name }) => name)).toEqual(['slow start'])
  expect(await readMarks(recording)).toHaveLength(1)
})

test('the oldest of too many goes', async () => {
  for (let number = 0; number <= mostSavedViews; number++) await saveView(file('many'), view(`view ${String(number)}`))
  const names = (await readViews(file('many'))).map(({ name }) => name)
  expect([names.length, names[0]]).toEqual([mostSavedViews, 'view 1'])
})

test('views that no person could have made are rejected', async () => {
  const huge = view('huge', { eventFilter: 'x'.repeat(1024 * 1024) })
  const error = { kind: 'io', operation: 'write', path: sidecarPathOf(file('huge')), code: 'EFBIG' }
  expect(await saveView(file('huge'), huge)).toEqual({ ok: false, error })
  expect(await readViews(file('huge'))).toEqual([])
})

test('files that Pipescope didn’t write are not views, and an unwritable folder is reported', async () => {
  fs.writeFileSync(sidecarPathOf(file('b')), '{"views":[{"name":"x","tab":3}]}\nnothing')
  expect(await readViews(file('b'))).toEqual([])
  expect(await saveView(path.join(folder, 'gone', 'c.nettrace'), view('x'))).toMatchObject({
    ok: false,
    error: { kind: 'io', operation: 'write', code: 'ENOENT' },
  })
})

test('a link in place of the sidecar leads nowhere', async () => {
  const elsewhere = path.join(folder, 'elsewhere.txt')
  fs.writeFileSync(elsewhere, 'precious')
  fs.symlinkSync(elsewhere, sidecarPathOf(file('d')))
  await saveView(file('d'), view('x'))
  expect(fs.readFileSync(elsewhere, 'utf8')).toBe('precious')
  expect(await readViews(file('d'))).toHaveLength(1)
})
