import { expect, test } from 'vitest'
import { distinctions } from './distinctions.ts'
import { keyOf, processRow } from './process-row.test-support.ts'

const api = (pid: number, commandLine: string | null, changes = {}) =>
  processRow(pid, { name: 'Orders.Api', commandLine, ...changes })
const of = (...rows: readonly ReturnType<typeof api>[]) => {
  const found = distinctions(rows)
  return rows.map(({ key }) => found.get(key) ?? null)
}

test('processes with the same name are distinguished by the arguments that differ, with their option', () => {
  expect(
    of(
      api(1, 'dotnet /srv/app/Orders.Api.dll --urls http://localhost:5080 --role reader'),
      api(2, 'dotnet /srv/app/Orders.Api.dll --urls http://localhost:5081 --role reader'),
    ),
  ).toEqual(['--urls http://localhost:5080', '--urls http://localhost:5081'])
})

test('an argument that only one has, or another folder, is what differs', () => {
  expect(of(api(1, '/srv/blue/Orders.Api'), api(2, '/srv/green/Orders.Api --warm'))).toEqual([
    '/srv/blue/Orders.Api',
    '/srv/green/Orders.Api --warm',
  ])
  expect(of(api(1, 'dotnet Orders.Api.dll'), api(2, 'dotnet Orders.Api.dll --warm'))).toEqual([null, '--warm'])
})

test('nothing is said of a name that is alone, of equal commands and of processes that have exited', () => {
  expect(of(api(1, 'dotnet Orders.Api.dll --a'))).toEqual([null])
  expect(of(api(1, 'dotnet Orders.Api.dll'), api(2, 'dotnet Orders.Api.dll'))).toEqual([null, null])
  expect(of(api(1, 'dotnet a.dll'), api(2, 'dotnet b.dll', { state: 'exited' }))).toEqual([null, null])
  expect(of(api(1, 'dotnet a.dll'), api(2, null))).toEqual([null, null])
})

test('secrets stay dots, and a long text is cut', () => {
  const [first] = of(api(1, 'app --password one --role a'), api(2, 'app --password two --role b'))
  expect(first).toBe('--role a')
  const [long] = of(api(1, `app ${'x'.repeat(500)}`), api(2, 'app'))
  expect(long).toHaveLength(160)
  expect(distinctions([api(1, 'app a')]).get(keyOf(1))).toBeUndefined()
})
