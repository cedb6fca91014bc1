/** How a program is named in what outlives it: without arguments, which may hold secrets. */
export function programLabel({
  command,
  args,
}: {
  readonly command: string
  readonly args: readonly string[]
}): string {
  const assembly = args.find((word) => /\.(dll|exe)$/i.test(word))
  const name = lastPart(command)
  return assembly === undefined ? name : `${name} ${lastPart(assembly)}`
}

export function lastPart(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? path
}
