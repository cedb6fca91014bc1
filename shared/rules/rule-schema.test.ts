import { expect, test } from 'vitest'
import published from '../../docs/formats/rule.schema.json'
import { jsonSchemaOf } from '../case/testing/json-schema.ts'
import { ruleSchema } from './rule.ts'

test('the published schema of rule files is the one that is used', () => {
  const { $schema: _dialect, title: _title, ...schema } = published
  expect(schema).toEqual(JSON.parse(JSON.stringify(jsonSchemaOf(ruleSchema))))
})
