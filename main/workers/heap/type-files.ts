import type { TypeFiles } from '../../heap/events/walk-types.ts'
import { NativeTypes } from './native-types.ts'
import { NestedTypes } from './nested-types.ts'

/** Of one heap: what its events don't tell of types is looked up in the files of its program, where those are on this machine. */
export function typeFiles(): TypeFiles {
  return { outerTypes: new NestedTypes(), nativeTypes: new NativeTypes() }
}
