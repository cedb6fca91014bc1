import type { FrameOrigin } from './trace/trace-flame.ts'

/** Modules of .NET itself and of what comes with it; what it makes at run time, such as the delegates of ASP.NET Core's endpoints, nobody has written. */
const frameworkModules =
  /^(?:System(?:\.|$)|Microsoft\.|mscorlib$|netstandard$|WindowsBase$|Presentation|FSharp\.Core$|coreclr$|lib|Anonymously Hosted DynamicMethods Assembly$)/
/** Assemblies of the base library; all others of Microsoft stand above it. */
const baseModules =
  /^(?:System(?:\.|$)|mscorlib$|netstandard$|Microsoft\.Win32\.|Microsoft\.CSharp$|Microsoft\.VisualBasic)/

/** Whether an assembly is one of those that come with .NET. */
export function isFrameworkModule(module: string): boolean {
  return frameworkModules.test(module)
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
