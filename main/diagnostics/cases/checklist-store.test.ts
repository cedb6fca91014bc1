import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { must } from '../../../shared/base/assert.ts'
import { checklists } from '../../../shared/case/checklists.ts'
import { ChecklistStore } from './checklist-store.ts'

let folder: string
beforeEach(() => void (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-checklists-'))))
afterEach(() => fs.rmSync(folder, { recursive: true }))

const file = () => path.join(folder, 'checklists.json')
const slow = must(checklists[0], 'a built-in checklist')

it('keeps what was imported, also after a restart', async () => {
  new ChecklistStore(file(), Date.now).add({ ...slow, id: 'shop', title: 'Shop is slow' })
  await expect
    .poll(() => new ChecklistStore(file(), Date.now).list().map(({ title }) => title))
    .toEqual(['Shop is slow'])
})

it('replaces an older version of a checklist, and puts one beside the built-in one of the same name', () => {
  const store = new ChecklistStore(file(), Date.now)
  store.add({ ...slow, id: 'shop', title: 'One' })
  store.add({ ...slow, id: 'shop', title: 'Two' })
  expect(store.add({ ...slow, title: 'Mine' }).id).toBe(`${slow.id}-imported`)
  expect(store.list().map(({ title }) => title)).toEqual(['Two', 'Mine'])
  expect(store.remove('shop').map(({ title }) => title)).toEqual(['Mine'])
})
