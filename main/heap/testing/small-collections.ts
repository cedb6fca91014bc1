/** For tests: runs with a `Set` and a `Map` that throw above so many entries, as the real ones do above 2^24. */
export function withSmallCollections<Value>(mostEntries: number, body: () => Value): Value {
  const { Set: RealSet, Map: RealMap } = globalThis
  const check = (size: number): void => {
    if (size > mostEntries) throw new RangeError(`more than ${String(mostEntries)} entries`)
  }
  globalThis.Set = class<Item> extends RealSet<Item> {
    override add(item: Item): this {
      super.add(item)
      check(this.size)
      return this
    }
  }
  globalThis.Map = class<Key, Item> extends RealMap<Key, Item> {
    override set(key: Key, item: Item): this {
      super.set(key, item)
      check(this.size)
      return this
    }
  }
  try {
    return body()
  } finally {
    globalThis.Set = RealSet
    globalThis.Map = RealMap
  }
}
