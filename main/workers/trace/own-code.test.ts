import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TraceSelection, wholeTrace, type OwnCodeRules } from '../../../shared/model/trace/trace-selection.ts'
import { TraceDocumentEngine } from './trace-document-engine.ts'
import type { TraceQueries, TraceQuery, TraceQueryName } from './trace-document-protocol.ts'

/** One set of rules says in every view whose code is what. */

const folder = mkdtempSync(path.join(tmpdir(), 'pipescope-own-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const lines = [
  'Shop!Shop.Main();Shop.Framework!Shop.Framework.Run();Shop!Shop.Orders.Place();System.Text.Json!Json.Write() 5',
  'Shop!Shop.Main();Shop.Framework!Shop.Framework.Run() 2',
  'Shop!Shop.Main();System.Private.CoreLib!System.Threading.Thread.Sleep() 3',
]

let engine: TraceDocumentEngine
beforeAll(() => {
  const file = path.join(folder, 'shop.folded')
  writeFileSync(file, `${lines.join('\n')}\n`)
  engine = new TraceDocumentEngine({ path: file }, () => undefined)
})

async function ask<Name extends TraceQueryName>(name: Name, request: TraceQueries[Name]['asks']) {
  const outcome = await engine.answer({ name, request } as TraceQuery)
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.error))
  return outcome.value as TraceQueries[Name]['gets']
}

const selecting = (ownCode: OwnCodeRules | undefined, isOnly: boolean): TraceSelection => ({
  ...wholeTrace,
  transforms: isOnly ? [{ kind: 'own-code' }] : [],
  ownCode,
})

const namesOf = (functions: readonly { readonly method: string }[]) =>
  functions.map(({ method }) => method).filter((method) => method !== '')
const ownOf = async (selection: TraceSelection) =>
  (await ask('overview', { selection })).own.map(({ method }) => method)

/** Methods with their self samples, the same in every tab. */
async function shown(rules?: OwnCodeRules) {
  const selection = selecting(rules, true)
  const question = { table: 'methods', selection, sortBy: 'self', isDescending: true, search: '' } as const
  const methods = await ask('table', { question, fromRow: 0, rowCount: 100 })
  const stretch = { path: [], from: 0, to: 1 }
  const flame = await ask('flame', { selection, stretch, widthPx: 1000, search: '' })
  const stacks = await ask('compare-stacks', { selection })
  const listed = methods.rows.map((row) => String(row[6]))
  expect(namesOf(flame.functions).toSorted()).toEqual(listed.toSorted())
  expect(namesOf(stacks.functions).toSorted()).toEqual(listed.toSorted())
  return Object.fromEntries(methods.rows.map((row) => [String(row[6]), row[2]]))
}

describe('just my code', () => {
  test('without rules leaves out what comes with .NET', async () => {
    expect(await shown()).toEqual({ 'Shop.Orders.Place()': 5, 'Shop.Main()': 3, 'Shop.Framework.Run()': 2 })
  })

  test('leaves out a module that is not mine, and its time counts for who called it', async () => {
    expect(await shown({ mine: [], notMine: ['Shop.*'] })).toEqual({ 'Shop.Orders.Place()': 5, 'Shop.Main()': 5 })
  })

  test('keeps a module that is mine all the same', async () => {
    expect(await shown({ mine: ['System.Text.*'], notMine: [] })).toEqual({
      'Json.Write()': 5,
      'Shop.Main()': 3,
      'Shop.Framework.Run()': 2,
      'Shop.Orders.Place()': 0,
    })
  })

  test('counts what has no frame left as other code', async () => {
    expect(await shown({ mine: [], notMine: ['*'] })).toEqual({ 'Other code': 10 })
  })
})

describe('without the transform the same rules', () => {
  const rules = { mine: ['System.Text.*'], notMine: ['Shop.Framework'] }

  test('tell origins apart in the flame graph, in comparisons and for one frame', async () => {
    const selection = selecting(rules, false)
    const stretch = { path: [], from: 0, to: 1 }
    const { functions } = await ask('flame', { selection, stretch, widthPx: 1000, search: '' })
    const stacks = await ask('compare-stacks', { selection })
    const originsOf = (all: typeof stacks.functions) =>
      Object.fromEntries(all.flatMap(({ method, origin }) => (method === '' ? [] : [[method, origin]])))
    const origins = {
      'Shop.Main()': 'own',
      'Shop.Orders.Place()': 'own',
      'Shop.Framework.Run()': 'framework',
      'Json.Write()': 'own',
      'System.Threading.Thread.Sleep()': 'base',
    }
    expect(originsOf(functions)).toEqual(origins)
    expect(originsOf(stacks.functions)).toEqual(origins)
    const frame = { method: 'Shop.Framework.Run()', module: 'Shop.Framework' }
    expect(await ask('frame', { selection, frame })).toMatchObject({ origin: 'framework' })
    expect(await ask('frame', { selection: wholeTrace, frame })).toMatchObject({ origin: 'own' })
  })

  test('say which methods the overview calls mine', async () => {
    expect(await ownOf(wholeTrace)).toContain('Shop.Framework.Run()')
    expect(await ownOf(selecting(rules, false))).toEqual(['Shop.Main()', 'Json.Write()', 'Shop.Orders.Place()'])
  })
})
