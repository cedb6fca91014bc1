import { modulesMatching } from './module-patterns.ts'
import type { FrameOrigin } from './trace/trace-flame.ts'

/** Modules of .NET itself and of what comes with it, as people are shown them. */
export const frameworkModulePatterns = {
  base: ['System', 'System.*', 'mscorlib', 'netstandard'],
  microsoft: ['Microsoft.*', 'FSharp.Core'],
  desktop: ['WindowsBase', 'Presentation*'],
  runtime: ['coreclr', 'lib*'],
  /** Such as the delegates of ASP.NET Core's endpoints: nobody has written them. */
  generated: ['Anonymously Hosted DynamicMethods Assembly'],
} as const satisfies Readonly<Record<string, readonly string[]>>

const frameworkModules = Object.values(frameworkModulePatterns).flat().map(modulesMatching)
/** Assemblies of the base library; all others of Microsoft stand above it. */
const baseModules =
  /^(?:System(?:\.|$)|mscorlib$|netstandard$|Microsoft\.Win32\.|Microsoft\.CSharp$|Microsoft\.VisualBasic)/

/** Whether an assembly is one of those that come with .NET. */
export function isFrameworkModule(module: string): boolean {
  return frameworkModules.some((isOf) => isOf(module))
}

export function isBaseModule(module: string): boolean {
  return baseModules.test(module)
}

/** Whose types an assembly holds, by its name without folder and extension; what nobody tells is .NET’s. */
export function moduleOrigin(module: string): FrameOrigin {
  if (module === '' || isBaseModule(module)) return 'base'
  return isFrameworkModule(module) ? 'framework' : 'own'
}

/** `/app/Shop.Orders.dll` and `C:\app\Shop.Orders.dll` are Shop.Orders. */
export function assemblyName(module: string): string {
  const file = module.slice(Math.max(module.lastIndexOf('/'), module.lastIndexOf('\\')) + 1)
  return file.replace(/\.(?:dll|exe)$/i, '')
}

const ownByModule = new Map<string, boolean>()

/** Whether a module, with its folder and extension or without, is one of the application. Asked for each row that is drawn. */
export function isOwnModule(module: string): boolean {
  let isOwn = ownByModule.get(module)
  if (isOwn === undefined) {
    isOwn = moduleOrigin(assemblyName(module)) === 'own'
    ownByModule.set(module, isOwn)
  }
  return isOwn
}
