import type { FunctionEntry } from '../code/function-table.ts'

/** Names of the compiler for the body of an asynchronous method: `Type+<Method>d__3.MoveNext()`, `Type+<<Main>b__0>d.MoveNext()`. */
const asyncBody = /<((?:<[^<>]*>)?[^<>]+)>d(?:__\d+)?(?:`\d+)?(?:\[[^\]]*\])?\.MoveNext\(/

export function isAsyncBody({ name }: FunctionEntry): boolean {
  return asyncBody.test(name)
}

/** `Namespace.Type.Method` of an asynchronous body; null for anything else. */
export function asyncMethodOf(name: string): string | null {
  const match = asyncBody.exec(name)
  if (match === null) return null
  const before = name.slice(0, match.index)
  return `${before.replace(/\+$/, '')}.${match[1]}`
}

/** Without the types of its arguments. */
export function nameWithoutArguments(name: string): string {
  const bracket = name.indexOf('(')
  return bracket < 0 ? name : name.slice(0, bracket)
}
