import { expect, test } from 'vitest'
import { PlantedTrace } from '../findings/testing/planted-trace.ts'
import { Frames } from './frames.ts'

const main = 'Shop!Shop.Program.Main()'
const save = 'Shop!Shop.Cart.Save()'
const take = 'Acme.Locks!Acme.Lock.Take()'
const wait = 'System.Private.CoreLib!System.Threading.Monitor.Wait(class System.Object)'
const rethrow = 'System.Private.CoreLib!System.Runtime.EH.RhThrowEx(class System.Object)'

function framesOf(...stacks: readonly (readonly string[])[]) {
  const trace = new PlantedTrace()
  const indexes = stacks.map((frames) => trace.stack(...frames))
  const frames = new Frames(trace.parts.sampled)
  const name = (of: number) => (of < 0 ? null : frames.get(of).displayName)
  return { frames, indexes, name }
}

test('who waits is the innermost method outside of the code that waits, and otherwise that code', () => {
  const { frames, indexes, name } = framesOf([main, save, wait], [wait], [main, '[unknown]', wait], ['[unknown]'])
  expect(indexes.map((stack) => name(frames.waiterOf(stack, 0)))).toEqual([
    'Cart.Save',
    'Monitor.Wait',
    'Program.Main',
    null,
  ])
  expect([frames.waiterOf(0, 0), frames.throwerOf(0, 0), frames.owners(undefined)(0, 0)]).toEqual([-1, -1, -1])
})

test('who throws is the innermost method outside of the runtime’s own handling', () => {
  const { frames, indexes, name } = framesOf([main, save, rethrow], [rethrow], [main, save])
  expect(indexes.map((stack) => name(frames.throwerOf(stack, 0)))).toEqual(['Cart.Save', 'EH.RhThrowEx', 'Cart.Save'])
})

test('whose code it was depends on the rules that are asked for', () => {
  const { frames, indexes, name } = framesOf([main, save, take, wait], [wait])
  const owner = (rules: Parameters<Frames['owners']>[0]) => indexes.map((stack) => name(frames.owners(rules)(stack, 0)))
  expect(owner(undefined)).toEqual(['Lock.Take', null])
  expect(owner({ mine: [], notMine: ['Acme.*'] })).toEqual(['Cart.Save', null])
  expect(owner(undefined)).toEqual(['Lock.Take', null])
})

test('of nobody the names are empty', () => {
  expect(framesOf().frames.get(-1)).toEqual({ name: '', displayName: '', module: '', kind: 'unresolved' })
})
