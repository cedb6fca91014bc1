import { expect, test } from 'vitest'
import published from '../../docs/formats/case.schema.json'
import { caseDocumentSchema } from './case-document.ts'
import { jsonSchemaOf } from './testing/json-schema.ts'

test('the published schema of case.json is the one that is used', () => {
  const { $schema: _dialect, title: _title, ...schema } = published
  expect(schema).toEqual(JSON.parse(JSON.stringify(jsonSchemaOf(caseDocumentSchema))))
})
