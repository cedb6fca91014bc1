const guid = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi

/** A path with its ids left out, so that requests of one kind fall together: `/orders/4711` is `/orders/{id}`. */
export function routeTemplate(path: string): string {
  return path
    .replace(/\?.*$/, '')
    .replaceAll(guid, '{id}')
    .replaceAll(/(?<=\/)\d+(?=\/|$)/g, '{id}')
}

/** Longer lists of route values are cut off by the runtime, or made to keep us busy. */
const mostValues = 32

/**
 * The path with the values that routing found in it named: `[id, 4711]` makes `/orders/4711` to `/orders/{id}`. Names of the endpoint
 * itself (controller, action, page) stay as they are. Null: nothing was found.
 */
export function templateOfValues(path: string, routeValues: string): string | null {
  const values = [...routeValues.matchAll(/\[([^,\]]+), ([^\]]*)\]/g)].slice(0, mostValues)
  const names = new Map<string, string>()
  for (const [, name, value] of values)
    if (name !== undefined && value !== undefined && value !== '' && !endpointNames.has(name.toLowerCase()))
      names.set(value, name)
  if (values.length === 0) return null
  return path
    .replace(/\?.*$/, '')
    .split('/')
    .map((part) => {
      const name = names.get(part) ?? names.get(unescaped(part))
      return name === undefined ? part : `{${name}}`
    })
    .join('/')
}

const endpointNames = new Set(['controller', 'action', 'area', 'page', 'handler'])

function unescaped(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
