import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asPid, asProcessKey } from '../../../../shared/model/ids.ts'
import type { ProcessRow } from '../../../../shared/model/process.ts'
import { keyOf, processRow } from './process-row.test-support.ts'
import { parseQuery } from './row-filter.ts'
import { buildList, type ListOptions, type ProcessList } from './row-tree.ts'

const options: ListOptions = {
  query: [],
  showTools: false,
  sort: null,
  collapsed: new Set(),
  usage: () => null,
}

/** The list as indented text, ancestors that did not match in brackets. */
function picture(list: ProcessList): string[] {
  return list.items.map((item) => {
    if (item.kind === 'group') return `${item.isExpanded ? '-' : '+'} ${item.id} ${item.processCount}`
    const name = item.isMatch ? item.row.name : `(${item.row.name})`
    return `${'  '.repeat(item.depth + 1)}${name}`
  })
}

const watch = processRow(1, { name: 'dotnet watch', isTool: true })
const api = processRow(2, { name: 'orders-api', parentKey: keyOf(1) })
const worker = processRow(3, { name: 'orders-worker', parentKey: keyOf(1) })
const compiler = processRow(4, { name: 'VBCSCompiler', isTool: true })
const docker = { id: 'f00', engine: 'docker', innerPid: 1 } as const

describe('list of processes', () => {
  it('puts processes of another machine under its name, behind those of this one', () => {
    const machine = { id: 'ssh:web03', name: 'web03' }
    const far = processRow(9, { name: 'orders-api', machine, container: docker })
    expect(picture(buildList([far, api], options))).toEqual([
      '- machine 1',
      '  orders-api',
      '- far:web03 1',
      '  orders-api',
    ])
  })

  it('puts children under their parent, in order of name', () => {
    expect(picture(buildList([worker, watch, api], { ...options, showTools: true }))).toEqual([
      '- machine 3',
      '  dotnet watch',
      '    orders-api',
      '    orders-worker',
    ])
  })

  it('keeps a tool that something else runs under, and counts only the tools that are hidden', () => {
    const list = buildList([watch, api, compiler], options)
    expect(picture(list)).toEqual(['- machine 1', '  (dotnet watch)', '    orders-api'])
    expect(list.hiddenToolCount).toBe(1)
    expect(list.matchCount).toBe(1)
  })

  it('keeps the ancestors of what was found and opens folded branches', () => {
    const list = buildList([watch, api, worker], {
      ...options,
      showTools: true,
      query: parseQuery('worker'),
      collapsed: new Set([keyOf(1), 'machine']),
    })
    expect(picture(list)).toEqual(['- machine 1', '  (dotnet watch)', '    orders-worker'])
  })

  it('folds a branch and a group', () => {
    const folded = { ...options, showTools: true, collapsed: new Set([keyOf(1) as string]) }
    expect(picture(buildList([watch, api], folded))).toEqual(['- machine 2', '  dotnet watch'])
    expect(picture(buildList([watch, api], { ...folded, collapsed: new Set(['machine']) }))).toEqual(['+ machine 2'])
  })

  it('shows containers as groups of their own, with the number of containers', () => {
    const list = buildList([api, processRow(9, { container: docker }), processRow(10, { container: docker })], options)
    expect(picture(list)).toEqual(['- machine 1', '  orders-api', '- container:docker 2', '  app-9', '  app-10'])
    expect(list.items[2]).toMatchObject({ containerCount: 1 })
  })

  it('puts pinned processes on top together with what they started', () => {
    const pinned = processRow(1, { name: 'host', isPinned: true })
    expect(picture(buildList([processRow(7), api, pinned], options))).toEqual([
      '- pinned 2',
      '  host',
      '    orders-api',
      '- machine 1',
      '  app-7',
    ])
  })

  it('puts what cannot be used at the end, unless a column orders the rows', () => {
    const locked = processRow(5, { name: 'aaa', state: 'no-permission' })
    expect(picture(buildList([locked, api], options))).toEqual(['- machine 2', '  orders-api', '  aaa'])
    const sorted = buildList([locked, api], { ...options, sort: { column: 'name', direction: 'ascending' } })
    expect(picture(sorted)).toEqual(['- machine 2', '  aaa', '  orders-api'])
  })

  it('orders by CPU with unknown values last, in both directions', () => {
    const cpu = new Map([
      [keyOf(2), 3],
      [keyOf(3), 40],
    ])
    const usage: ListOptions['usage'] = (key) =>
      cpu.has(key) ? { key, cpuPercent: cpu.get(key) ?? null, workingSetBytes: null, threadCount: null } : null
    const rows = [processRow(6), processRow(2), processRow(3)]
    const names = (direction: 'ascending' | 'descending') =>
      picture(buildList(rows, { ...options, usage, sort: { column: 'cpu', direction } })).slice(1)
    expect(names('descending')).toEqual(['  app-3', '  app-2', '  app-6'])
    expect(names('ascending')).toEqual(['  app-2', '  app-3', '  app-6'])
  })

  it('knows where lines of ancestors continue', () => {
    const list = buildList(
      [
        processRow(1),
        processRow(2, { parentKey: keyOf(1) }),
        processRow(3, { parentKey: keyOf(2) }),
        processRow(4, { parentKey: keyOf(1) }),
      ],
      options,
    )
    const third = list.items.find((item) => item.kind === 'process' && item.row.pid === 3)
    expect(third).toMatchObject({ guides: [false, true] })
  })

  it('lists every process exactly once whatever the parents are, loops included', () => {
    const anyRows = fc
      .array(
        fc.record({ parent: fc.nat(12), isTool: fc.boolean(), isPinned: fc.boolean(), inContainer: fc.boolean() }),
        {
          maxLength: 12,
        },
      )
      .map((specs): ProcessRow[] =>
        specs.map((spec, index) =>
          processRow(index, {
            pid: asPid(index),
            parentKey: asProcessKey(`${spec.parent}:1`),
            isTool: spec.isTool,
            isPinned: spec.isPinned,
            container: spec.inContainer ? docker : null,
          }),
        ),
      )
    fc.assert(
      fc.property(anyRows, (rows) => {
        const listed = buildList(rows, { ...options, showTools: true }).items.flatMap((item) =>
          item.kind === 'process' ? [item.row.pid] : [],
        )
        expect(listed.toSorted((a, b) => a - b)).toEqual(rows.map((row) => row.pid))
      }),
    )
  })
})
