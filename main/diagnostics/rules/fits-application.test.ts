import { expect, test } from 'vitest'
import { testRow } from '../live/testing/fake-directory.ts'
import type { Rule } from '../../../shared/rules/rule.ts'
import { countedAs, fitsApplication } from './fits-application.ts'

const orders = testRow(7, { name: 'orders', commandLine: '/srv/app/orders --shop North' })
const fits = (applications: Partial<Rule['applications']>, row = orders) =>
  fitsApplication({ applications: { name: '*', commandLine: '', allUsers: false, ...applications } }, row)

test('a rule is about processes of one’s own user, and about those of others when it was armed for them', () => {
  const theirs = { ...orders, isSameUser: false }
  expect([fits({}), fits({}, theirs), fits({ allUsers: true }, theirs)]).toEqual([true, false, true])
})

test('a name with a pattern does not mean build servers and our own helpers, their own name does', () => {
  const server = testRow(8, { name: 'MSBuild', isTool: true })
  expect([fits({}, server), fits({ name: 'MS*' }, server), fits({ name: 'MSBuild' }, server)]).toEqual([
    false,
    false,
    true,
  ])
})

test('a part of the command line is looked for in any case, and never found where there is none', () => {
  const unknown = { ...orders, commandLine: null }
  expect([fits({ commandLine: 'shop north' }), fits({ commandLine: 'south' })]).toEqual([true, false])
  expect([fits({ commandLine: 'shop' }, unknown), fits({}, unknown)]).toEqual([false, true])
})

test('a rule about a machine is about its processes alone, by the name the person gave it', () => {
  const there = { ...orders, machine: { id: 'ssh:ops@10.0.0.3', name: 'web03' } }
  const machines = ['localhost', 'web*', 'web04'].map((machine) => [fits({ machine }), fits({ machine }, there)])
  expect(machines).toEqual([
    [true, false],
    [false, true],
    [false, false],
  ])
  expect([fits({}), fits({}, there)]).toEqual([true, true])
})

test('limits count for the application, whichever of its processes fires', () => {
  const another = { ...orders, pid: 8, commandLine: null }
  expect(countedAs(orders)).toBe(countedAs(another))
  expect(countedAs(orders)).not.toBe(countedAs(testRow(9, { name: 'cart' })))
})
