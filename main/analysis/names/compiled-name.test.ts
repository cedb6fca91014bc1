import { describe, expect, it } from 'vitest'
import { methodWords, readCompiledName } from './compiled-name.ts'

const nested = (depth: number) => `${'<'.repeat(depth)}Main${'>d'.repeat(depth)}`

describe('a name that a compiler made up', () => {
  it.each<[string, string, boolean]>([
    ['<PlaceAsync>d__4', 'PlaceAsync', true],
    ['<PlaceAsync>d', 'PlaceAsync', true],
    ['<PlaceAsync>d__', 'PlaceAsync', false],
    ['<PlaceAsync>e__4', 'PlaceAsync', false],
    ['<Main>b__0_1', 'Main.lambda', false],
    ['<Map>g__Spin|5_0', 'Map.Spin', false],
    ['<Map>g__|5_0', 'Map', false],
    ['<get_Lines>b__1', 'Lines.get.lambda', false],
    ['<<Main>$>d__0', 'Main', true],
    ['<<Map>b__0_1>d', 'Map.lambda', true],
    ['<>c', '', false],
    ['<>c__DisplayClass5_0', '', false],
    ['<G>$34', '', false],
    ['<>f__AnonymousType0', 'anonymous type', false],
    ['<>x__f__AnonymousType0', '', false],
    ['<Program>FA1B2C3D4__Helper', 'Helper', false],
    ['<Program>Fx__Helper', 'Program', false],
    ['<Program>xF1__Helper', 'Program', false],
    ['_Closure$__3-0', '', false],
    ['_Lambda$__1', 'lambda', false],
    ['VB$StateMachine_2_LoadAsync', 'LoadAsync', true],
    ['loop@12-3', 'loop.lambda', false],
    ['loop@12', 'loop.lambda', false],
  ])('%s is %s', (text, name, isStateMachine) => {
    expect(readCompiledName(text)).toEqual({ name, isStateMachine })
  })

  it.each([
    'Steps',
    '',
    '<Main',
    'a<Main>b__0',
    '@12',
    'loop@12-',
    'loop@x',
    'My_Closure$__1',
    'My_Lambda$__1',
    'xVB$StateMachine_2_A',
  ])('is not %s', (text) => {
    expect(readCompiledName(text)).toBeNull()
  })

  it('has others inside of it, as deep as people write them', () => {
    expect(readCompiledName(nested(8))?.name).toBe('Main')
    expect(readCompiledName(nested(9))?.name).toBe('<Main>d')
    expect(readCompiledName(nested(8), 1)?.name).toBe('<Main>d')
    expect(readCompiledName(nested(1), 8)).toBeNull()
  })
})

describe('a method in words', () => {
  it.each([
    ['get_Total', 'Total.get'],
    ['set_Item', 'this[].set'],
    ['init_Name', 'Name.init'],
    ['add_Changed', 'Changed.add'],
    ['remove_Changed', 'Changed.remove'],
    ['get_', 'get_'],
    ['Target_Total', 'Target_Total'],
    ['.ctor', 'constructor'],
    ['.cctor', 'static constructor'],
    ['op_Addition', 'operator +'],
    ['op_CheckedAddition', 'operator checked +'],
    ['op_LessThanOrEqual', 'operator <='],
    ['op_UnsignedRightShift', 'operator >>>'],
    ['op_True', 'operator true'],
    ['op_Implicit', 'implicit operator'],
    ['op_Explicit', 'explicit operator'],
    ['op_CheckedExplicit', 'op_CheckedExplicit'],
    ['op_Unknown', 'op_Unknown'],
    ['op_constructor', 'op_constructor'],
    ['drop_Addition', 'drop_Addition'],
    ['Place', 'Place'],
  ])('%s is %s', (name, words) => {
    expect(methodWords(name)).toBe(words)
  })
})
