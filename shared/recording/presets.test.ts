import { expect, test } from 'vitest'
import { runtimeProvider, sampleProvider } from '../model/runtime-providers.ts'
import { itemById, presetById, presetByTitle, presets, specOf, specOfPreset } from './presets.ts'
import { provider } from './provider-spec.ts'
import { keywordByName, keywordTitles } from './runtime-keywords.ts'

test('presets and items are found by their id, and nothing by an unknown one', () => {
  expect(presetById('gc')?.title).toBe('GC pauses')
  expect(presetById('nothing')).toBeNull()
  expect(itemById('exceptions')?.provider).toEqual(provider(runtimeProvider, 0x8000n, 4))
  expect(itemById('nothing')).toBeNull()
})

test('a preset is found by its title, as files keep it, and no title is of two', () => {
  for (const preset of presets) expect(presetByTitle(preset.title)).toBe(preset)
  expect(presetByTitle('Of somebody’s own')).toBeNull()
})

test('a recording has stacks, drops events when its buffer is full and gets the default rundown unless told otherwise', () => {
  const one = provider('P', 1n, 4)
  expect(specOf([one, one])).toEqual({
    providers: [one],
    bufferMB: 256,
    rundown: 'default',
    stacks: true,
    whenFull: 'drop',
  })
  const other = { bufferMB: 16, rundown: 'none', stacks: false, whenFull: 'block' } as const
  expect(specOf([one], other)).toEqual({ providers: [one], ...other })
})

test('a preset asks for the providers of its items, and keeps its own rundown', () => {
  const preset = presetById('gc')!
  const spec = specOfPreset({ ...preset, items: ['samples', 'gc', 'gone', 'exceptions'] })
  expect(spec.providers).toEqual([provider(sampleProvider, 0n, 4), provider(runtimeProvider, 0x8001n, 4)])
  expect(spec.rundown).toBe('0x1')
})

test('keywords are found by any of their names, in any case', () => {
  expect(keywordByName('EXCEPTION')?.bit).toBe(0x8000n)
  expect(keywordByName('ManagedHeadCollect')?.name).toBe('gcheapcollect')
  expect(keywordByName('nothing')).toBeNull()
})

test('bits without a name are shown as a number, and only when there are some', () => {
  expect(keywordTitles(0x8001n)).toEqual(['GC', 'Exceptions'])
  expect(keywordTitles(0n)).toEqual([])
  expect(keywordTitles(0x100n)).toEqual(['0x100'])
})
