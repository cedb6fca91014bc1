import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OwnPreset } from '../../../shared/model/recording.ts'
import { presetById, specOfPreset } from '../../../shared/recording/presets.ts'
import { openApplicationKey } from '../../storage/application-key.ts'
import { PresetStore, readSharedPreset } from './preset-store.ts'

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'presets-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

const store = () => new PresetStore(path.join(folder, 'recordings.json'), Date.now)
const spec = specOfPreset(presetById('gc')!)
const preset: OwnPreset = { version: 1, id: 'mine', title: 'Mine', text: 'Own preset', spec }

describe('presets of a person', () => {
  it('are kept over a restart, replaced by id, and removed', async () => {
    const first = store()
    first.save(preset)
    first.save({ ...preset, title: 'Mine, better' })
    first.save({ ...preset, id: 'other' })
    expect(first.remove('other').map(({ id }) => id)).toEqual(['mine'])
    await first.flush()
    expect(store().list()).toEqual([{ ...preset, title: 'Mine, better' }])
  })

  it('are found by application again, although no command line is on disk; older files are taken over', async () => {
    const file = path.join(folder, 'recordings.json')
    const application = 'Shop.Web\nShop.Web --password hunter2'
    const last = { [application]: { presetId: 'gc', spec, timeMs: 1 } }
    fs.writeFileSync(file, JSON.stringify({ version: 1, presets: [], last, folders: [] }))
    const open = () => new PresetStore(file, Date.now, openApplicationKey(folder))
    const first = open()
    await first.flush()
    expect(fs.readFileSync(file, 'utf8')).not.toContain('hunter2')
    expect(first.lastOf(application)?.presetId).toBe('gc')
    first.noteLast(application, 'mine', spec, 2)
    await first.flush()
    expect(fs.readFileSync(file, 'utf8')).not.toContain('hunter2')
    expect(open().lastOf(application)).toMatchObject({ presetId: 'mine', timeMs: 2 })
    expect(open().lastOf('Other\nOther')).toBeNull()
  })

  it('are listed in the order in which they were made, also when one is changed', async () => {
    const made = store()
    for (const id of ['a', 'b', 'c']) made.save({ ...preset, id })
    expect(made.save({ ...preset, id: 'b', title: 'Better' }).map(({ id, title }) => [id, title])).toEqual([
      ['a', 'Mine'],
      ['b', 'Better'],
      ['c', 'Mine'],
    ])
    expect([made.get('b')?.title, made.get('d')]).toEqual(['Better', null])
    await made.flush()
  })

  it('come out of a shared file as they were written, and never replace one that is there', () => {
    const text = JSON.stringify(preset)
    expect(readSharedPreset('x.json', text, [])).toEqual({ ok: true, value: preset })
    expect(readSharedPreset('x.json', text, [preset])).toMatchObject({ ok: true, value: { id: 'mine-2' } })
    const known = [preset, { ...preset, id: 'mine-2' }]
    expect(readSharedPreset('x.json', text, known)).toMatchObject({ ok: true, value: { id: 'mine-3' } })
    expect(readSharedPreset('x.json', text, [{ ...preset, id: 'other' }])).toMatchObject({ value: { id: 'mine' } })
  })

  it.each([
    ['nonsense'],
    ['{}'],
    [JSON.stringify({ ...preset, version: 99 })],
    [JSON.stringify({ ...preset, spec: { ...spec, bufferMB: 0 } })],
  ])('reject an invalid file: %s', (text) => {
    expect(readSharedPreset('x.json', text, [])).toMatchObject({ ok: false, error: { kind: 'malformed' } })
  })
})

describe('the memory of recordings', () => {
  it('knows what was recorded last of each application, and folders that were chosen, newest first', async () => {
    const first = store()
    first.noteLast('orders', 'gc', spec, 1)
    first.noteLast('orders', 'time', spec, 2)
    first.addFolder('/a')
    first.addFolder('/b')
    first.addFolder('/a')
    await first.flush()
    const again = store()
    expect(again.lastOf('orders')).toMatchObject({ presetId: 'time', timeMs: 2 })
    expect(again.lastOf('billing')).toBeNull()
    expect(again.folders()).toEqual(['/a', '/b'])
  })

  it('keeps the last of 200 applications, and 20 folders', async () => {
    const kept = store()
    // The oldest one was noted last.
    for (let timeMs = 201; timeMs >= 1; timeMs -= 1) kept.noteLast(`app ${timeMs}`, 'gc', spec, timeMs)
    kept.noteLast('new', 'gc', spec, 500)
    expect([1, 2, 3, 201].map((number) => kept.lastOf(`app ${number}`) !== null)).toEqual([false, false, true, true])
    expect(kept.lastOf('new')).not.toBeNull()
    for (let number = 1; number <= 21; number += 1) kept.addFolder(`/f${number}`)
    expect([kept.folders().length, kept.folders()[0], kept.folders().at(-1)]).toEqual([20, '/f21', '/f2'])
    await kept.flush()
  })

  it('is set aside, not lost, when the file is invalid', () => {
    fs.writeFileSync(path.join(folder, 'recordings.json'), '{"version":99}')
    expect(store().list()).toEqual([])
    expect(fs.readdirSync(folder).some((name) => name.startsWith('recordings.not-understood'))).toBe(true)
  })
})
