import { expect, test } from 'vitest'
import { plainType, typeCodes } from '../../nettrace/payload/field-type.ts'
import { writePayload } from '../../nettrace/writer/payload-writer.ts'
import { EventFeed } from '../testing/event-feed.ts'
import { TargetFacts } from './target-facts.ts'

const names = ['CommandLine', 'OSInformation', 'ArchInformation']
const fields = names.map((name) => ({ name, type: plainType(typeCodes.string) }))
const processInfo = { provider: 'Microsoft-DotNETCore-EventPipe', eventId: 1, name: 'ProcessInfo', opcode: 0, fields }

test('what comes first about the process counts, with the version as people know it', () => {
  const facts = new TargetFacts()
  const feed = new EventFeed(facts)
  expect([facts.commandLine, facts.runtimeVersion]).toEqual(['', ''])
  feed.runtime(187, { ticks: 1 }, { VMMajorVersion: 0, CommandLine: '' })
  feed.runtime(
    187,
    { ticks: 2 },
    { VMMajorVersion: 10, VMMinorVersion: 1, VMBuildNumber: 77, BclBuildNumber: 12, CommandLine: 'dotnet a.dll' },
  )
  feed.runtime(187, { ticks: 3 }, { VMMajorVersion: 9, CommandLine: 'other' })
  feed.push(processInfo, { ticks: 4 }, writePayload(fields, ['later', 'Linux', 'x64']))
  feed.push(processInfo, { ticks: 5 }, writePayload(fields, ['later', 'Windows', 'arm64']))
  const { commandLine, runtimeVersion, operatingSystem, architecture } = facts
  expect([commandLine, runtimeVersion, operatingSystem, architecture]).toEqual([
    'dotnet a.dll',
    '10.1.12',
    'Linux',
    'x64',
  ])
})

test('other events say nothing about it', () => {
  const facts = new TargetFacts()
  const feed = new EventFeed(facts)
  feed.push({ ...processInfo, eventId: 2 }, { ticks: 1 }, writePayload(fields, ['a', 'b', 'c']))
  feed.push({ ...processInfo, provider: 'Acme' }, { ticks: 1 }, writePayload(fields, ['a', 'b', 'c']))
  const numbers = ['VMMajorVersion', 'VMMinorVersion'].map((name) => ({ name, type: plainType(typeCodes.int16) }))
  const version = { provider: 'Acme', eventId: 187, name: '', opcode: 0, fields: numbers }
  feed.push(version, { ticks: 1 }, writePayload(numbers, [10, 1]))
  expect([facts.commandLine, facts.operatingSystem, facts.runtimeVersion]).toEqual(['', '', ''])
})
