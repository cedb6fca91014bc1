import { AssemblyMetadata } from '../../foreign/assembly-metadata.ts'
import { NotAnAssembly } from '../../foreign/pe-headers.ts'
import { methodDefColumns, tableNumbers, typeDefColumns } from '../../foreign/assembly-tables.ts'

/*
 * Whether an assembly has the one thing a runtime looks for in a startup hook: a type `StartupHook` without a namespace that has a
 * static method `Initialize`. A name that merely occurs in the file is not enough: names share their endings in the heap, and a runtime
 * that runs dies of an assembly without the type.
 */

const staticFlag = 0x10
const { typeDef, methodDef } = tableNumbers

/** False for anything else: other files, damaged ones. Never throws. */
export function hasStartupHook(bytes: Buffer): boolean {
  try {
    return hasStaticMethod(new AssemblyMetadata(bytes), 'StartupHook', 'Initialize')
  } catch (error) {
    // A read past the end, or a table that is not where it should be.
    if (error instanceof RangeError || error instanceof NotAnAssembly) return false
    throw error
  }
}

function hasStaticMethod(metadata: AssemblyMetadata, typeName: string, methodName: string): boolean {
  const count = metadata.rowCount(typeDef)
  const methodCount = metadata.rowCount(methodDef)
  /** Types have methods of their own, one after the other: in a damaged file all may name the same ones. */
  let unseen = 1
  for (let row = 1; row <= count; row++) {
    if (metadata.text(typeDef, row, typeDefColumns.name) !== typeName) continue
    if (metadata.text(typeDef, row, typeDefColumns.namespace) !== '') continue
    // The methods of a type go up to those of the next one.
    const first = metadata.value(typeDef, row, typeDefColumns.methods)
    const end = row < count ? metadata.value(typeDef, row + 1, typeDefColumns.methods) : methodCount + 1
    for (let method = Math.max(first, unseen); method < end && method <= methodCount; method++) {
      unseen = method + 1
      const isStatic = (metadata.value(methodDef, method, methodDefColumns.flags) & staticFlag) !== 0
      if (isStatic && metadata.text(methodDef, method, methodDefColumns.name) === methodName) return true
    }
  }
  return false
}
