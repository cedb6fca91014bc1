/** What rows of a heap are called on the page and in files made for people. */
const rootWords: ReadonlyMap<string, string> = new Map([
  ['static', 'Static fields'],
  ['thread-static', 'Thread statics'],
  ['stack', 'Stacks'],
  ['finalizer-queue', 'Finalizer queue'],
  ['strong-handle', 'Strong handles'],
  ['pinned-handle', 'Pinned handles'],
  ['ref-counted-handle', 'Ref-counted handles'],
  ['dependent-handle', 'Dependent handles'],
  ['other-handle', 'Other handles'],
  ['com', 'COM'],
  ['other', 'Other roots'],
])

/** Pseudo nodes as tools call them, where they stand alone. */
const pseudoWords: ReadonlyMap<string, string> = new Map([
  ['[.NET Roots]', 'Roots'],
  ['[static vars]', 'Static fields'],
  ['[thread static vars]', 'Thread statics'],
  ['[local vars]', 'Stacks'],
  ['[strong Handles]', 'Strong handles'],
  ['[pinning Handles]', 'Pinned handles'],
  ['[finalizer Handles]', 'Finalizer queue'],
  ['[other Handles]', 'Other handles'],
  ['[Dependent Handles]', 'Dependent handles'],
  ['[COM/WinRT Objects]', 'COM'],
  ['[other roots]', 'Other roots'],
])

/** The field that C# makes for a property, at the end of its name. */
const backingField = /<([^<>]+)>k__BackingField$/

/** What a person calls a row: roots by their kind, static fields by their name, those of properties by the property’s. */
export function rowName(name: string, rootKind: string | null): string {
  if (rootKind !== null) return rootWords.get(rootKind) ?? name
  const field = /^\[(thread )?static var (.+)\]$/.exec(name)
  return field === null
    ? (pseudoWords.get(name) ?? name)
    : `${field[1] === undefined ? 'static' : 'thread static'} ${field[2]!.replace(backingField, '$1')}`
}

/** The field’s own name where the row has that of a property; null: it says nothing more. */
export function rawFieldName(name: string): string | null {
  const field = /^\[(?:thread )?static var (.+)\]$/.exec(name)?.[1]
  return field !== undefined && backingField.test(field) ? field : null
}
