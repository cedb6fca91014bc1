import { expect, it } from 'vitest'
import { processRow } from './model/process-row.test-support.ts'
import { rowMenu } from './row-menu.ts'

const labelsOf = (row: Parameters<typeof rowMenu>[0]) =>
  rowMenu(row, () => undefined).flatMap((entry) => (entry.kind === 'item' ? [entry.label] : []))

it('offers everything that a running process can do', () => {
  expect(labelsOf(processRow(1)).slice(0, 8)).toEqual([
    'Live',
    'Record',
    'Keep the last seconds…',
    'Stack snapshot',
    'Dump',
    'Heap graph',
    'Case…',
    'Profiler, variable, perf map',
  ])
})

it('offers of what Native AOT can’t do only the dump, whose page names other tools', () => {
  const labels = labelsOf(processRow(1, { runtimeFlavour: 'nativeaot', runtimeVersion: '9.0.22' }))
  expect(labels).toContain('Dump')
  expect(labels).not.toContain('Heap graph')
  expect(labels).not.toContain('Stack snapshot')
})

it('offers the heap graph of Native AOT from .NET 10 on', () => {
  const row = processRow(1, { runtimeFlavour: 'nativeaot', runtimeVersion: '10.0.12' })
  expect(labelsOf(row)).toContain('Heap graph')
  expect(labelsOf({ ...row, runtimeVersion: '9.0.22' })).not.toContain('Heap graph')
})

it('offers dump and case of a stopped process, and of one on another machine only the dump', () => {
  const stopped = processRow(1, { state: 'stopped' })
  expect(labelsOf(stopped).slice(0, 2)).toEqual(['Dump', 'Case…'])
  expect(labelsOf({ ...stopped, machine: { name: 'web-1' } as NonNullable<typeof stopped.machine> })).not.toContain(
    'Case…',
  )
})
