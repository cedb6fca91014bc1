import { describe, expect, it } from 'vitest'
import type { Command } from '../../commands/registry.ts'
import { testRow } from '../../testing/rows.ts'
import { paletteGroups, type PaletteSources } from './palette-items.ts'

const command = (id: string, title: string, isKeyOnly = false): Command => ({
  id,
  title,
  group: 'G',
  isKeyOnly,
  run: () => {},
})

const sources: PaletteSources = {
  mode: 'all',
  search: '',
  commands: [command('a', 'Theme: dark'), command('b', 'New window'), command('c', 'Next document', true)],
  recentIds: ['b'],
  rows: [testRow(41, { name: 'orders-api' }), testRow(42, { name: 'gone', state: 'exited' })],
  documents: [
    { kind: 'processes', id: 'processes', title: 'Processes' },
    { kind: 'settings', id: 'settings', title: 'Settings' },
  ],
  activeDocumentId: 'processes',
}

const shown = (change: Partial<PaletteSources>) =>
  paletteGroups({ ...sources, ...change }).map((group) => [group.title, group.items.map((item) => item.title)])

describe('paletteGroups', () => {
  it('begins with what was used last, and leaves out what works by key only', () => {
    expect(shown({})).toEqual([
      ['Recent', ['New window']],
      ['Open documents', ['Settings']],
      ['Processes', ['orders-api']],
      ['Commands', ['Theme: dark']],
    ])
  })

  it('finds by name across groups', () => {
    expect(shown({ search: 'ord' })).toEqual([['Processes', ['orders-api']]])
    expect(shown({ search: 'window' })).toEqual([['Commands', ['New window']]])
  })

  it('finds a process by the beginning of its pid', () => {
    expect(shown({ search: '41' })).toEqual([['Processes', ['orders-api']]])
  })

  it('offers only processes in process mode, and nothing that has ended', () => {
    expect(shown({ mode: 'processes' })).toEqual([['Processes', ['orders-api']]])
    expect(shown({ mode: 'processes', search: 'zzz' })).toEqual([])
  })
})
