import { type Field, objectOf, plainType, typeCodes } from '../nettrace/payload/field-type.ts'

const text = plainType(typeCodes.string)
const double = plainType(typeCodes.double)
const single = plainType(typeCodes.single)
const int = plainType(typeCodes.int32)

const mean: readonly Field[] = [
  { name: 'Name', type: text },
  { name: 'DisplayName', type: text },
  { name: 'Mean', type: double },
  { name: 'StandardDeviation', type: double },
  { name: 'Count', type: int },
  { name: 'Min', type: double },
  { name: 'Max', type: double },
  { name: 'IntervalSec', type: single },
  { name: 'Series', type: text },
  { name: 'CounterType', type: text },
  { name: 'Metadata', type: text },
  { name: 'DisplayUnits', type: text },
]

const sum: readonly Field[] = [
  { name: 'Name', type: text },
  { name: 'DisplayName', type: text },
  { name: 'DisplayRateTimeScale', type: text },
  { name: 'Increment', type: double },
  { name: 'IntervalSec', type: single },
  { name: 'Metadata', type: text },
  { name: 'Series', type: text },
  { name: 'CounterType', type: text },
  { name: 'DisplayUnits', type: text },
]

/** Self-describing events wrap their fields twice in the metadata, the outer object without a name; the bytes are plain. */
function selfDescribing(fields: readonly Field[]): readonly Field[] {
  return [{ name: '', type: objectOf([{ name: 'Payload', type: objectOf(fields) }]) }]
}

/** The two shapes of an EventCounters payload, in the order every runtime sends them: for writers. Readers go by name. */
export const counterFields = {
  mean: { plain: mean, wrapped: selfDescribing(mean) },
  sum: { plain: sum, wrapped: selfDescribing(sum) },
} as const
