import { expect, it } from 'vitest'
import { plainFileName, plainName, processFolder } from './case-names.ts'
import { addedFile } from './collect/new-collection.ts'

it('a long name is cut, but never the extension of a file', () => {
  expect(plainName('Contoso.Orders.Api.With.A.Name.That.Does.Not.End.Soon')).toHaveLength(40)
  expect(plainFileName('Contoso.Orders.Api_12345_20261126_001122_rule-2.nettrace')).toBe(
    'contoso.orders.api_12345_20261126_001122_rule-2.nettrace',
  )
  expect(plainFileName(`${'x'.repeat(300)}.symbols.nettrace`)).toMatch(/^x{100}\.symbols\.nettrace$/)
  expect(plainFileName('Größe (1).LOG')).toBe('gr-e-1.log')
  expect(plainFileName('.nettrace')).toBe('case.nettrace')
  expect(plainFileName('core')).toBe('core')
})

it('an added recording is masked, whatever the length of its name', () => {
  const file = addedFile(`/home/anna/Pipescope/${'orders-'.repeat(20)}rule.nettrace`, [])
  expect(file).toMatchObject({ form: 'trace', redaction: 'masked' })
  expect(file.name).toMatch(/\.nettrace$/)
})

it('files of processes with the same name and process ID are kept apart', () => {
  const processes = [
    { name: 'Orders', pid: 7 },
    { name: 'orders', pid: 7 },
    { name: 'Orders', pid: 8 },
  ]
  expect(processes.map((_process, at) => processFolder(processes, at))).toEqual(['orders_7', 'orders_7_2', 'orders_8'])
  expect(processFolder(processes.slice(0, 1), 0)).toBe('')
})

const redactionOf = (name: string) => addedFile(`/srv/app/${name}`, []).redaction

it('a dump that is added holds the memory of a process like one that was collected; its crash report is text', () => {
  const dumps = ['orders.dmp', 'ORDERS.DMP', 'dump_full.core', 'core', 'core.4121', 'orders.dmp.gz', 'orders.core.zst']
  expect(dumps.map(redactionOf)).toEqual(dumps.map(() => 'not-possible'))
  expect(redactionOf('orders.dmp.crashreport.json')).toBe('masked')
  expect(['orders.gcdump', 'score.bin'].map(redactionOf)).toEqual(['not-done', 'not-done'])
})
