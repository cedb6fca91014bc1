import * as fc from 'fast-check'
import { nettraceLimits } from '../limits.ts'
import { arrayOf, type FieldType, objectOf, plainType } from '../payload/field-type.ts'

const leafCodes = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 18]

/**
 * Types of fields as event metadata can tell of them, nested as deeply as readers follow them: deeper than the reader's limit a type is
 * opaque, by design.
 *
 * @param name of the fields of objects
 */
export function madeFieldTypes(name: fc.Arbitrary<string>, { withArrays = true } = {}): fc.Arbitrary<FieldType> {
  return fc.letrec<{ type: FieldType }>((tie) => ({
    type: fc.oneof(
      { depthSize: 'small', maxDepth: nettraceLimits.fieldDepth - 1, withCrossShrink: true },
      fc.constantFrom(...leafCodes).map(plainType),
      ...(withArrays ? [tie('type').map(arrayOf)] : []),
      fc.array(fc.record({ name, type: tie('type') }), { minLength: 1, maxLength: 3 }).map(objectOf),
    ),
  })).type
}
