import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compile } from '#cel/compile.js'

/** Each expression is true. */
function holds(...sources: readonly string[]) {
  for (const source of sources) {
    const { program, errors } = compile(source, { variables: new Map() })
    assert.ok(program, errors?.join('\n'))
    const outcome = program.evaluate({})
    assert.equal(outcome.failure ?? outcome.value, true, source)
  }
}

function fails(source: string, failure: RegExp) {
  const outcome = compile(source, { variables: new Map() }).program?.evaluate({})
  assert.match(String(outcome?.failure), failure, source)
}

test('lists', () => {
  holds(
    '[1, 2, 2].isSorted() && ![2, 1].isSorted() && [].map(x, 1).isSorted()',
    "['a', 'b'].max() == 'b' && [3, 1, 2].min() == 1 && [1.5, 2.5].sum() == 4.0",
    '[1, 2].map(x, x > 5 ? x : 0).filter(x, x > 0).sum() == 0',
    "['a', 'b', 'b'].indexOf('b') == 1 && ['a', 'b', 'b'].lastIndexOf('b') == 2 && ['a'].indexOf('z') == -1",
    "[duration('1h'), duration('30m')].sum() == duration('90m')",
    '([1, 2] + [3])[2] == 3 && [1, 2].first().value() == 1 && [1, 2].last().value() == 2',
  )
})

test('sets', () => {
  holds(
    'sets.contains([1, 2, 3], [3, 1, 1]) && !sets.contains([1], [1, 2]) && sets.contains([1], [])',
    'sets.equivalent([1, 2, 2], [2, 1]) && !sets.equivalent([1], [1, 2])',
    'sets.intersects([1, 2], [2, 3]) && !sets.intersects([1], [2]) && !sets.intersects([], [1])',
  )
})

test('regular expressions', () => {
  holds(
    "'abc 123'.find('[0-9]+') == '123' && 'abc'.find('[0-9]+') == ''",
    "'1, 2, 3'.findAll('[0-9]') == ['1', '2', '3'] && '1, 2, 3'.findAll('[0-9]', 2) == ['1', '2']",
    "'äbc'.matches('^\\\\p{L}+$') && matches('abc', 'b')",
  )
  fails("'a'.matches('a' + '(')", /error parsing regexp/)
})

test('URLs', () => {
  holds(
    "isURL('https://example.com:80/a?b=c') && isURL('/a/b') && !isURL('example.com') && !isURL('../a') && !isURL('')",
    "url('https://user@example.com:80/path').getHost() == 'example.com:80'",
    "url('https://example.com:80/').getHostname() == 'example.com' && url('https://example.com/').getPort() == ''",
    "url('https://[::1]:80/').getHostname() == '::1' && url('https://[::1]:80/').getHost() == '[::1]:80'",
    "url('https://example.com/with space/').getEscapedPath() == '/with%20space/' && url('https://x').getEscapedPath() == ''",
    "url('https://x/?k=a&k=b&s=%20').getQuery() == {'k': ['a', 'b'], 's': [' ']}",
    "url('HTTP://x').getScheme() == 'http' && url('/p').getScheme() == '' && url('mailto:a@b').getHost() == ''",
    "!isURL('http://x:port/') && !isURL('http://a b/') && !isURL('/%zz')",
  )
  fails("url('x y')", /URL parse error during conversion from string/)
})

test('addresses', () => {
  holds(
    "isIP('127.0.0.1') && isIP('::1') && !isIP('127.0.0.256') && !isIP(':::1') && !isIP('01.2.3.4')",
    "!isIP('::ffff:1.2.3.4') && !isIP('fe80::1%eth0') && isIP('64:ff9b::1.2.3.4')",
    "ip('2001:DB8::ABCD') == ip('2001:db8:0:0::abcd') && string(ip('2001:DB8:0:0:1::1')) == '2001:db8::1:0:0:1'",
    "ip.isCanonical('2001:db8::abcd') && !ip.isCanonical('2001:DB8::ABCD') && !ip.isCanonical('2001:db8::0:0:0:abcd')",
    "ip('127.0.0.1').family() == 4 && ip('::1').family() == 6 && type(ip('::1')) == net.IP",
    "ip('0.0.0.0').isUnspecified() && ip('::').isUnspecified() && ip('127.9.0.1').isLoopback() && ip('::1').isLoopback()",
    "ip('224.0.0.1').isLinkLocalMulticast() && !ip('224.0.1.1').isLinkLocalMulticast() && ip('ff02::1').isLinkLocalMulticast()",
    "ip('169.254.169.254').isLinkLocalUnicast() && ip('fe80::1').isLinkLocalUnicast() && !ip('fd80::1').isLinkLocalUnicast()",
    "ip('192.168.0.1').isGlobalUnicast() && !ip('255.255.255.255').isGlobalUnicast() && !ip('ff00::1').isGlobalUnicast()",
  )
  fails("ip('x').isLoopback()", /IP Address "x" parse error during conversion from string/)
})

test('networks', () => {
  holds(
    "isCIDR('192.168.0.0/16') && isCIDR('::1/128') && !isCIDR('192.168.0.0/33') && !isCIDR('192.168.0.0') && !isCIDR('10.0.0.0/08')",
    "cidr('192.168.0.0/24').containsIP('192.168.0.77') && !cidr('192.168.0.0/24').containsIP(ip('192.168.1.1'))",
    "cidr('10.0.0.0/8').containsCIDR('10.1.0.0/16') && !cidr('10.1.0.0/16').containsCIDR(cidr('10.0.0.0/8'))",
    "!cidr('10.0.0.0/8').containsIP('::1') && cidr('::/0').containsIP('::1')",
    "cidr('192.168.1.77/24').masked() == cidr('192.168.1.0/24') && cidr('192.168.1.77/24').ip() == ip('192.168.1.77')",
    "cidr('10.0.0.0/8').prefixLength() == 8 && string(cidr('::1/128')) == '::1/128'",
  )
})

test('quantities', () => {
  holds(
    "isQuantity('1.3G') && isQuantity('200m') && !isQuantity('1 k') && !isQuantity('Three') && !isQuantity('')",
    "quantity('50k').isInteger() && !quantity('500m').isInteger() && quantity('2k').asInteger() == 2000",
    "quantity('1Mi').compareTo(quantity('1024Ki')) == 0 && quantity('1M').isLessThan(quantity('1Mi'))",
    "quantity('50k').add(quantity('20k')) == quantity('70k') && quantity('50k').sub(20) == quantity('49980')",
    "sign(quantity('-5')) == -1 && sign(quantity('0')) == 0 && quantity('500m').asApproximateFloat() == 0.5",
  )
  fails("quantity('500m').asInteger()", /cannot convert value to integer/)
  fails("quantity('x')", /quantities must match the regular expression/)
})

test('a function is either a member function or a global one', () => {
  const wrong = [
    "quantity('1').sign()",
    "'1'.quantity()",
    "'1'.isQuantity()",
    "isInteger(quantity('1'))",
    "asInteger(quantity('1'))",
    "asApproximateFloat(quantity('1'))",
    "add(quantity('1'), quantity('1'))",
    "sub(quantity('1'), 1)",
    "isLessThan(quantity('1'), quantity('2'))",
    "compareTo(quantity('1'), quantity('2'))",
    "'::1'.ip()",
    "'::1'.isIP()",
    "family(ip('::1'))",
    "isLoopback(ip('::1'))",
    "'::/0'.cidr()",
    "containsIP(cidr('::/0'), '::1')",
    "masked(cidr('::/0'))",
    "'https://x'.url()",
    "'https://x'.isURL()",
    "getHost(url('https://x'))",
    "find('a', 'a')",
    "findAll('a', 'a')",
    'isSorted([1])',
    'sum([1])',
    "'1.0.0'.semver()",
    "major(semver('1.0.0'))",
    "validate(format.uri(), 'x')",
  ]
  for (const source of wrong) {
    const { errors } = compile(source, { variables: new Map() })
    assert.match(String(errors?.[0]), /found no matching overload|undeclared reference/, source)
  }
})

test('named formats', () => {
  holds(
    "!format.dns1123Label().validate('a-b').hasValue() && format.dns1123Label().validate('A_b').hasValue()",
    "format.named('uuid').value().validate('x').value() == ['does not match the UUID format']",
    "!format.named('nothing').hasValue() && !format.dns1123LabelPrefix().validate('a-').hasValue()",
    "!format.uri().validate('https://x').hasValue() && format.date().validate('2024-13-01').hasValue()",
    "!format.datetime().validate('2024-01-01T00:00:00Z').hasValue() && format.byte().validate('%').hasValue()",
    "!format.qualifiedName().validate('a.b/c').hasValue() && !format.labelValue().validate('').hasValue()",
  )
})

test('semantic versions', () => {
  holds(
    "isSemver('1.2.3-rc.1+build') && !isSemver('1.2') && !isSemver('v1.2.3') && isSemver('v01.2', true)",
    "semver('1.2.3').major() == 1 && semver('1.2.3').minor() == 2 && semver('1.2.3').patch() == 3",
    "semver('1.10.0').isGreaterThan(semver('1.9.0')) && semver('1.0.0-rc.2').isLessThan(semver('1.0.0-rc.10'))",
    "semver('1.0.0-rc').isLessThan(semver('1.0.0')) && semver('1.0.0+a').compareTo(semver('1.0.0+b')) == 0",
  )
})

test('comprehensions of two variables', () => {
  holds(
    "['a', 'b'].all(i, v, i < 2 && v != 'c') && {'a': 1}.exists(k, v, k == 'a' && v == 1)",
    '[3, 4].transformList(i, v, i * v) == [0, 4] && [3, 4].transformList(i, v, v > 3, v) == [4]',
    "{'a': 1, 'b': 2}.transformMap(k, v, v + 1) == {'a': 2, 'b': 3}",
    "{'a': 1}.transformMapEntry(k, v, {v: k}) == {1: 'a'}",
  )
})

test('string positions count characters', () => {
  holds(
    "size('😀a') == 2 && '😀a'.charAt(1) == 'a' && '😀a'.indexOf('a') == 1 && '😀ab'.substring(1) == 'ab'",
    "'😀'.split('') == ['😀'] && '😀a'.replace('', '-') == '-😀-a-'",
    "'%d of %s: %.2f %x'.format([dyn(1), ['a', 'b'], 1.005, 255]) == '1 of [a, b]: 1.00 ff'",
  )
})
