import type { FunctionEntry } from '../code/function-table.ts'

/** Modules of .NET itself and of what comes with it. */
const frameworkModules =
  /^(?:System(?:\.|$)|Microsoft\.|mscorlib$|netstandard$|WindowsBase$|Presentation|FSharp\.Core$|coreclr$|lib)/

/** Whether the authors of the application wrote a function, as far as its module tells. */
export function isOwnCode({ module, kind }: FunctionEntry): boolean {
  return kind === 'managed' && module !== '' && !frameworkModules.test(module)
}
