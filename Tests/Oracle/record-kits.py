#!/usr/bin/env python3
"""Worked examples for the eight swipe-button kits of Hairspace.

What it is: the cases, a plain implementation of each kit's arithmetic (written
from the rules alone, without sight of the Swift code), and for each case a
derivation that can be followed with a pencil.

How to run (Python 3 standard library only):
    python3 record-kits.py > kits.tsv     checks everything, prints the table
    python3 record-kits.py --check        checks only, prints counts per kit

What is checked: every `hand` value below (worked out by hand before the first
run; two slips of the hand were then found and put right, both re-reckoned: the
mgswipe case safeAreaInset=34 and the listable case equalWidths=yes,spacing=8)
equals the computed row; the row is the same in exact fractions and in
64-bit floats; no printed number is a rounding tie; each kit has 20 cases.

Where the rules left something open, a choice was made. A case that hangs on a
choice says [open N] at the end of its derivation:
   1  A line end at the start or end of a title makes an (empty) line.
   2  Spaces at the end of an explicit line count in its advance (so in the
      width) but not when asking whether the line fits: they hang.
   3  contextual-action, listable: when minimum > maximum the maximum wins, and
      the minimum that then applies is the maximum. A wish below it: `minimum`.
   4  Two-line kits: three explicit lines are `truncated`, however narrow.
   5  swipecellkit: the wish of a button is max(ceil T, icon) + 2p with the
      wrapped T, so a long title that wraps below max has the limit `none`.
   6  swipecellkit: a minimum above the maximum is not capped. A button that
      ends at it says `minimum`, even when its wish was above the maximum.
   7  swipecellkit: a max of 0 that comes from (R-30)/n is unlimited, too.
   8  A word wider than the room starts a new line, is broken there, and the
      next word may follow its rest on the same line.
   9  mgswipe: with buttonWidth a given padding is ignored altogether; the wish
      and the text room use p = 10.
  10  listable, equalWidths=yes: the share (0.8R-(n-1)s)/n is a maximum in the
      column limits; a minimum above it is capped by it.
  11  A text room of 0 or less: an empty title is `whole`, any other truncated.
  12  contextual-action: maximum=0 is taken literally (only swipecellkit says
      that 0 is unlimited).
  13  Totals are sums of unrounded widths, rounded only for print.
  14  A character is one Unicode scalar (an emoji of one scalar: 10 pt).
  15  bg-row-action: each step in 32-bit float: f(f(f(L)) * f(f(13/18)/f(1.1))).
  16  listable: the icon is part of the content, and padding replaces the 16,
      with equalWidths=yes as well.
"""
import json
import math
import struct
import sys
from fractions import Fraction

N = Fraction                      # the number type; the check also runs float
DEFAULT_ROW = '375'
WIDTHS = {'i': '4.25', 'm': '15.5', ' ': '5', '\u200a': '2', '\u2003': '18',
          '\u3000': '18', '\u2060': '0'}
# Unicode White_Space (all 25 code points), for the trim of contextual-action
WHITE = ('\t\n\x0b\x0c\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005'
         '\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000')
OPTION_ORDER = ['rowWidth', 'minimum', 'maximum', 'padding', 'equalWidths',
                'spacing', 'safeAreaInset', 'buttonWidth', 'fitted']
KITS = ['article', 'row-action', 'text', 'contextual-action', 'swipecellkit',
        'mgswipe', 'listable', 'bg-row-action']


# ---------------------------------------------------------------- numbers

def fmt(x):
    """Up to 4 decimals, no trailing zeros."""
    x = Fraction(x)
    q = x * 10000
    if N is Fraction:
        assert (q * 2).denominator != 1 or q.denominator == 1, 'rounding tie'
    n = math.floor(q + Fraction(1, 2))
    sign, n = ('-' if n < 0 else ''), abs(n)
    return (f'{sign}{n // 10000}.{n % 10000:04d}').rstrip('0').rstrip('.')


def f32(x):
    """Round to the nearest 32-bit float."""
    return struct.unpack('<f', struct.pack('<f', x))[0]


# ---------------------------------------------------------------- the font

def advance(line):
    total = N('0')
    for c in line:
        total += N(WIDTHS.get(c, '10'))
    return total


def widest(text):
    return max(advance(l) for l in text.split('\n'))


def q(text):
    return json.dumps(text)


def say_line(line):
    """"Edit"=3×10+1×4.25=34.25"""
    groups = {}
    for c in line:
        w = WIDTHS.get(c, '10')
        groups[w] = groups.get(w, 0) + 1
    order = ['10', '4.25', '15.5', '5', '2', '18', '0']
    terms = [f'{groups[w]}×{w}' for w in order if w in groups]
    total = fmt(advance(line))
    return f'{q(line)}=' + ('0' if not terms else '+'.join(terms) + '=' + total)


def say_text(text):
    lines = text.split('\n')
    if len(lines) == 1:
        return 'w ' + say_line(text)
    return ('w ' + ', '.join(say_line(l) for l in lines)
            + f', widest {fmt(widest(text))}')


# ---------------------------------------------------------------- wrapping

def visible(s):
    return advance(s.rstrip(' '))


def words(line):
    """Pieces that end after a run of spaces or after a hyphen."""
    out, cur = [], ''
    for i, c in enumerate(line):
        cur += c
        nxt = line[i + 1] if i + 1 < len(line) else None
        if (c == ' ' and nxt != ' ') or (c == '-' and nxt != ' '):
            out.append(cur)
            cur = ''
    return out + ([cur] if cur else [])


def wrap_line(line, room):
    """(lines, broke a word?). Spaces at a break are dropped; the last line
    keeps its own."""
    done, cur, broke = [], '', False
    for word in words(line):
        if visible(cur + word) <= room:
            cur += word
            continue
        if cur:
            done.append(cur.rstrip(' '))
        cur = word
        while visible(cur) > room and len(cur.rstrip(' ')) > 1:
            n = 1
            while advance(cur[:n + 1]) <= room:
                n += 1
            done.append(cur[:n])
            cur, broke = cur[n:], True
        if visible(cur) > room:
            broke = True          # one character alone is too wide
    return done + [cur], broke


def wrap(text, room):
    out, broke = [], False
    for line in text.split('\n'):
        lines, b = wrap_line(line, room)
        out += lines
        broke = broke or b
    return out, broke


def say_lines(lines):
    return ' | '.join(f'{q(l)} {fmt(advance(l))}' for l in lines)


def fit_two_lines(text, room, out):
    """contextual-action and listable: 2 lines, scale 1 down to 0.8."""
    explicit = text.count('\n') + 1
    lines, broke = wrap(text, room)
    if not broke and len(lines) <= 2:
        if len(lines) == explicit:
            out.append(f'room {fmt(room)}: whole')
            return 'whole', explicit
        out.append(f'wrap at {fmt(room)}: {say_lines(lines)}: wrapped, 2 lines')
        return 'wrapped', len(lines)
    why = 'a word is too wide' if broke else f'{len(lines)} lines'
    if explicit > 2:
        out.append(f'room {fmt(room)}: {explicit} explicit lines: truncated')
        return 'truncated', 2
    if room <= 0:
        out.append(f'room {fmt(room)}: no text fits: truncated')
        return 'truncated', 2
    room8 = room / N('0.8')
    lines, broke = wrap(text, room8)
    head = f'room {fmt(room)}: {why}; at {fmt(room)}/0.8={fmt(room8)}: '
    if not broke and len(lines) <= 2:
        out.append(head + f'{say_lines(lines)}: shrunk')
        return 'shrunk', len(lines)
    why = 'a word is still too wide' if broke else say_lines(lines)
    out.append(head + f'{why}: truncated')
    return 'truncated', 2


# ---------------------------------------------------------------- the kits
# Each takes (titles, icons, options) and returns
# (widths, total, lines, limits, fits, derivation parts).

def simple(titles, width):
    widths, out = [], []
    for t in titles:
        w = widest(t)
        value, words_ = width(w)
        widths.append(value)
        out.append(f'{say_text(t)}: {words_}')
    total = sum(widths)
    if len(widths) > 1:
        out.append('total ' + '+'.join(map(fmt, widths)) + f'={fmt(total)}')
    n = len(titles)
    return (widths, total, [t.count('\n') + 1 for t in titles],
            ['none'] * n, ['whole'] * n, out)


def article(titles, icons, o):
    def width(w):
        v = N('30') + w / N('1.1')
        return v, f'30+{fmt(w)}/1.1={fmt(v)}'
    return simple(titles, width)


def row_action(titles, icons, o):
    def width(w):
        v = N(str(math.ceil(N('30') + w)))
        return v, f'⌈30+{fmt(w)}⌉={fmt(v)}'
    return simple(titles, width)


def text(titles, icons, o):
    return simple(titles, lambda w: (w, f'W={fmt(w)}'))


def contextual_action(titles, icons, o):
    lo, hi = N(o.get('minimum', '74')), N(o.get('maximum', '120'))
    p = N(o.get('padding', '16'))
    widths, lines, limits, fits, out = [], [], [], [], []
    for t, icon in zip(titles, icons):
        s = t.strip(WHITE)
        if s != t:
            out.append(f'trim {q(t)} to {q(s)}')
        content = max(widest(s), icon)
        wish = content + 2 * p
        W = min(hi, max(lo, wish))
        widths.append(W)
        out.append(f'{say_text(s)}: ' + (f'icon {fmt(icon)}, ' if icon else '')
                   + f'wish {fmt(content)}+{fmt(2 * p)}={fmt(wish)}, '
                   f'min({fmt(hi)}, max({fmt(lo)}, {fmt(wish)}))={fmt(W)}')
        limits.append('maximum' if wish > hi else
                      'minimum' if wish < min(lo, hi) else 'none')
        f, n = fit_two_lines(s, W - 2 * p, out)
        fits.append(f)
        lines.append(n)
    return widths, sum(widths), lines, limits, fits, out


def swipecellkit(titles, icons, o):
    n = len(titles)
    R, p = N(o.get('rowWidth', DEFAULT_ROW)), N(o.get('padding', '8'))
    out = []
    if 'maximum' in o:
        hi = N(o['maximum'])
        out.append(f'max={fmt(hi)}')
    else:
        hi = (R - 30) / n
        out.append(f'max=({fmt(R)}−30)/{n}={fmt(hi)}')
    unlimited = hi == 0
    if unlimited:
        out[-1] += ' (unlimited)'
    if 'minimum' in o:
        lo = N(o['minimum'])
        out.append(f'min={fmt(lo)}')
    else:
        lo = N('0') if unlimited else min(hi, N('74'))
        out.append('min=0' if unlimited else
                   f'min=min({fmt(hi)}, 74)={fmt(lo)}')
    wishes, preferred = [], []
    for t, icon in zip(titles, icons):
        words_ = say_text(t)
        T = widest(t)
        if not unlimited:
            ls, _ = wrap(t, hi)
            if len(ls) > t.count('\n') + 1:
                T = max(advance(l) for l in ls)
                words_ += f', wrap at {fmt(hi)}: {say_lines(ls)}, T={fmt(T)}'
        c = max(N(str(math.ceil(T))), icon)
        wish = c + 2 * p
        pref = wish if unlimited else min(hi, wish)
        words_ += ': ' + (f'max(⌈{fmt(T)}⌉, icon {fmt(icon)})' if icon else
                          f'⌈{fmt(T)}⌉') + f'+{fmt(2 * p)}={fmt(wish)}'
        if pref != wish:
            words_ += f', at most {fmt(pref)}'
        out.append(words_)
        wishes.append(wish)
        preferred.append(pref)
    W = max([lo] + preferred)
    out.append(f'widest {fmt(W)}, total {n}×{fmt(W)}={fmt(n * W)}')
    room = W - 2 * p
    lines, limits, fits = [], [], []
    for t, wish in zip(titles, wishes):
        limits.append('minimum' if wish < lo and W == lo else
                      'maximum' if not unlimited and wish > hi else
                      'equal' if W > max(wish, lo) else 'none')
        ls, _ = wrap(t, room)
        lines.append(len(ls))
        fits.append('wrapped' if len(ls) > t.count('\n') + 1 else 'whole')
        if fits[-1] == 'wrapped':
            out.append(f'wrap at room {fmt(room)}: {say_lines(ls)}')
    if 'wrapped' not in fits:
        out.append(f'room {fmt(room)}: whole')
    return [W] * n, n * W, lines, limits, fits, out


def mgswipe(titles, icons, o):
    n = len(titles)
    fixed = N(o['buttonWidth']) if 'buttonWidth' in o else None
    p = N(o.get('padding', '10')) if fixed is None else N('10')
    s, inset = N(o.get('spacing', '0')), N(o.get('safeAreaInset', '0'))
    out, wishes = [], []
    for t, icon in zip(titles, icons):
        wish = widest(t) + icon + 2 * p
        wishes.append(wish)
        out.append(f'{say_text(t)}: {fmt(widest(t))}+'
                   + (f'{fmt(icon)}+' if icon else '')
                   + f'{fmt(2 * p)}={fmt(wish)}')
    lines = [t.count('\n') + 1 for t in titles]
    fits = ['whole'] * n
    if fixed is not None:
        widths = [fixed] * n
        limits = ['maximum' if w > fixed else 'minimum' if w < fixed else 'none'
                  for w in wishes]
        for k, (t, icon) in enumerate(zip(titles, icons)):
            room = fixed - 2 * p - icon
            assert room >= 0, 'no case with a room below 0 here'
            if widest(t) > room:
                fits[k] = 'truncated'
            out.append(f'fixed {fmt(fixed)}, room {fmt(fixed)}−{fmt(2 * p)}'
                       + (f'−{fmt(icon)}' if icon else '')
                       + f'={fmt(room)}: {fits[k]}')
    elif o.get('equalWidths') == 'no':
        widths, limits = wishes, ['none'] * n
        out.append('each its own')
    else:
        W = max(wishes)
        widths = [W] * n
        limits = ['equal' if W > w else 'none' for w in wishes]
        out.append(f'widest {fmt(W)}')
    total = sum(widths) + (n - 1) * s + inset
    if n > 1 or inset:
        out.append('total ' + '+'.join(map(fmt, widths))
                   + (f'+{n - 1}×{fmt(s)}' if s and n > 1 else '')
                   + (f'+{fmt(inset)}' if inset else '') + f'={fmt(total)}')
    return widths, total, lines, limits, fits, out


def listable(titles, icons, o):
    n = len(titles)
    R, p = N(o.get('rowWidth', DEFAULT_ROW)), N(o.get('padding', '16'))
    s, lo = N(o.get('spacing', '0')), N(o.get('minimum', '0'))
    equal = o.get('equalWidths') == 'yes'
    out = []
    if equal:
        hi = (N('0.8') * R - (n - 1) * s) / n
        out.append(f'share=(0.8×{fmt(R)}−{n - 1}×{fmt(s)})/{n}={fmt(hi)}')
        if 'maximum' in o:
            hi = min(hi, N(o['maximum']))
            out.append(f'cap=min(share, {o["maximum"]})={fmt(hi)}')
    else:
        hi = N(o.get('maximum', '120'))
    wishes, own = [], []
    for t, icon in zip(titles, icons):
        content = max(widest(t), icon)
        wish = content + 2 * p
        wishes.append(wish)
        own.append(min(hi, max(wish, lo)))
        inner = f'max({fmt(wish)}, {fmt(lo)})' if 'minimum' in o else fmt(wish)
        out.append(f'{say_text(t)}: ' + (f'icon {fmt(icon)}, ' if icon else '')
                   + f'{fmt(content)}+{fmt(2 * p)}={fmt(wish)}, '
                   f'min({fmt(hi)}, {inner})={fmt(own[-1])}')
    widths = [max(own)] * n if equal else own
    if equal:
        out.append(f'widest {fmt(max(own))}')
    total = sum(widths) + (n - 1) * s
    if n > 1:
        out.append('total ' + '+'.join(map(fmt, widths))
                   + (f'+{n - 1}×{fmt(s)}' if s else '') + f'={fmt(total)}')
    floor = min(lo, hi)
    lines, limits, fits = [], [], []
    for t, wish, W in zip(titles, wishes, widths):
        limits.append('maximum' if wish > hi else
                      'minimum' if wish < floor and W == floor else
                      'equal' if W > max(wish, floor) else 'none')
        f, k = fit_two_lines(t, W - 2 * p, out)
        fits.append(f)
        lines.append(k)
    return widths, total, lines, limits, fits, out


def bg_row_action(titles, icons, o):
    fitted = o.get('fitted') == 'yes'
    m = f32(0.40) if fitted else f32(f32(13.0 / 18.0) / f32(1.1))
    out = [f'm={m:.9f}']
    widths, lines, fits = [], [], []
    for t, icon in zip(titles, icons):
        if t == '':
            L = math.ceil((40 + icon) / 13)
            words_ = f'"" L=⌈(40+{fmt(icon)})/13⌉={L}'
        else:
            L = max(len(l.encode('utf-16-le')) // 2 for l in t.split('\n'))
            words_ = f'{q(t)} L={L}'
        product = f32(f32(float(L)) * m)
        k = math.trunc(product)
        W = N(str(math.ceil(30 + 18 * k)))
        drawn = widest(t) * 13 / 18
        fit = 'truncated' if drawn > W else 'whole'
        out.append(f'{words_}, k=trunc({L}×m={product:.6f})={k}, '
                   f'W=30+18×{k}={fmt(W)}')
        out.append(f'{say_text(t)}, at 13 pt {fmt(drawn)}: {fit}')
        widths.append(W)
        lines.append(t.count('\n') + 1)
        fits.append(fit)
    total = sum(widths)
    if len(widths) > 1:
        out.append('total ' + '+'.join(map(fmt, widths)) + f'={fmt(total)}')
    return widths, total, lines, ['none'] * len(titles), fits, out


FUNCTIONS = {'article': article, 'row-action': row_action, 'text': text,
             'contextual-action': contextual_action,
             'swipecellkit': swipecellkit, 'mgswipe': mgswipe,
             'listable': listable, 'bg-row-action': bg_row_action}


# ---------------------------------------------------------------- the cases
# hand: "widths;total;lines;limits;fits", worked out by hand.

CASES = []


def kit(name):
    def add(titles, options='', icons='', hand=None, open=()):
        CASES.append((name, titles, options, icons, hand, open))
    return add


c = kit('article')
c(['Delete'], hand='84.5455;84.5455;1;none;whole')
c([''], hand='30;30;1;none;whole')
c(['i'], hand='33.8636;33.8636;1;none;whole')
c(['m'], hand='44.0909;44.0909;1;none;whole')
c([' '], hand='34.5455;34.5455;1;none;whole')
c(['\u200a'], hand='31.8182;31.8182;1;none;whole')
c(['\u2003'])
c(['\u3000'])
c(['\u2060'], hand='30;30;1;none;whole')
c(['Reconnected'], hand='130;130;1;none;whole')
c(['Delete', 'Archive'])
c(['Mark as unread', 'Flag', 'Delete'])
c(['Edit', 'Trim', 'Commit', 'Delete'])
c(['Mark\nas read'], hand='89.0909;89.0909;2;none;whole')
c(['Archive\nit'])
c(['a\nbb\nccc'])
c(['\nDelete'], open=(1,))
c(['Delete\n'], open=(1,))
c(['Delete '], hand='89.0909;89.0909;1;none;whole')
c(['  Delete'])
c(['Delete', ''])
c(['', '', '', ''], hand='30,30,30,30;120;1,1,1,1;none,none,none,none;'
                         'whole,whole,whole,whole')
c(['i', 'i', 'i'], hand='33.8636,33.8636,33.8636;101.5909;1,1,1;'
                        'none,none,none;whole,whole,whole')
c(['Move this message to another folder'])
c(['\U0001F5D1'], open=(14,))
c(['L\u00f6schen', 'Re-read'])

c = kit('row-action')
c(['Delete'], hand='90;90;1;none;whole')
c([''], hand='30;30;1;none;whole')
c(['i'], hand='35;35;1;none;whole')
c(['ii'], hand='39;39;1;none;whole')
c(['iii'], hand='43;43;1;none;whole')
c(['iiii'], hand='47;47;1;none;whole')
c(['m'], hand='46;46;1;none;whole')
c(['mm'], hand='61;61;1;none;whole')
c(['mi'], hand='50;50;1;none;whole')
c([' '])
c(['\u200a'])
c(['\u2003', '\u3000'])
c(['\u2060'], hand='30;30;1;none;whole')
c(['Delete', 'Edit'], hand='90,65;155;1,1;none,none;whole,whole')
c(['Mark as unread', 'Flag', 'Delete'])
c(['Edit', 'Trim', 'Commit', 'Delete'],
  hand='65,70,96,90;321;1,1,1,1;none,none,none,none;whole,whole,whole,whole')
c(['Mark\nas read'], hand='95;95;2;none;whole')
c(['mmmm\niiiiiiiii'])
c(['a\nbb\nccc\ndddd'])
c(['\n'], open=(1,))
c(['Delete\n'], open=(1,))
c(['Edit '])
c(['Move this message to another folder'])
c(['i', 'i', 'i'], hand='35,35,35;105;1,1,1;none,none,none;whole,whole,whole')
c(['\U0001F5D1', ''], open=(14,))

c = kit('text')
c(['Delete'], hand='60;60;1;none;whole')
c([''], hand='0;0;1;none;whole')
c(['i'], hand='4.25;4.25;1;none;whole')
c(['m'], hand='15.5;15.5;1;none;whole')
c([' '])
c(['\u200a'])
c(['\u2003'])
c(['\u3000'])
c(['\u2060'], hand='0;0;1;none;whole')
c(['\u2060Delete\u2060'])
c(['\u200aDelete\u200a'], hand='64;64;1;none;whole')
c(['Delete', 'Archive'], hand='60,64.25;124.25;1,1;none,none;whole,whole')
c(['Mark as unread', 'Flag', 'Delete'])
c(['Edit', 'Trim', 'Commit', 'Delete'])
c(['Mark\nas read'])
c(['minimum\nm'], hand='75;75;2;none;whole')
c(['a\nbb\nccc'])
c(['Delete\n'], open=(1,))
c(['Delete   '], hand='75;75;1;none;whole')
c(['   Delete'])
c(['Mark \nread'])
c(['Move this message to another folder'])
c(['', '', 'i', ''])
c(['\U0001F5D1\U0001F5D1'], open=(14,))

c = kit('contextual-action')
c(['Delete'], hand='92;92;1;none;whole')
c([''], hand='74;74;1;minimum;whole')
c(['   \u2003\u3000\n'], hand='74;74;1;minimum;whole')
c(['Edit'], hand='74;74;1;minimum;whole')
c(['Co\u200apy'], hand='74;74;1;none;whole')
c(['Go'], icons='41', hand='74;74;1;minimum;whole')
c(['Go'], icons='42', hand='74;74;1;none;whole')
c(['Go'], icons='43', hand='75;75;1;none;whole')
c(['Go'], icons='60')
c(['Go'], icons='88', hand='120;120;1;none;whole')
c(['Go'], icons='89', hand='120;120;1;maximum;whole')
c(['Delete'], icons='24', hand='92;92;1;none;whole')
c(['Commiiiits'], hand='120;120;1;none;whole')
c(['Commi\u200aiiits'], hand='120;120;1;maximum;shrunk')
c(['Reconnected'], hand='120;120;1;maximum;shrunk')
c(['Recon\u200anected'], hand='120;120;2;maximum;truncated')
c(['Mark as unread'], hand='120;120;2;maximum;wrapped')
c(['Add to our read list'], hand='120;120;2;maximum;shrunk')
c(['Move to another folder'], hand='120;120;2;maximum;truncated')
c(['Re-download'], hand='120;120;2;maximum;wrapped')
c(['Mark   unread'])
c(['  Delete\u3000\n'], hand='92;92;1;none;whole')
c(['\u00a0Copy\u00a0'])
c(['\u2060 Delete'], hand='97;97;1;none;whole')
c(['\u0085\u2028Delete\u2029'], hand='92;92;1;none;whole')
c(['\u200bDelete\u200b'], hand='112;112;1;none;whole')
c(['Mark\nunread'], hand='92;92;2;none;whole')
c([' Mark \n  read '])
c(['Mark\nReconnected'], hand='120;120;2;maximum;shrunk')
c(['Mark\nas unread x'], hand='120;120;2;maximum;shrunk')
c(['Mark\nas unread now'], hand='120;120;2;maximum;truncated')
c(['a\nb\nc'], hand='74;74;2;minimum;truncated', open=(4,))
c(['Delete', 'Edit'])
c(['Delete', 'Flag', 'Mark as unread'], icons='24,24,100')
c(['', 'Go', 'Delete', 'Reconnected'],
  hand='74,74,92,120;360;1,1,1,1;minimum,minimum,none,maximum;'
       'whole,whole,whole,shrunk')
c(['Go', ''], 'minimum=0', hand='52,32;84;1,1;none,none;whole,whole')
c(['Delete'], 'minimum=92', hand='92;92;1;none;whole')
c(['Delete'], 'minimum=93', hand='93;93;1;minimum;whole')
c(['Delete', 'Reconnected'], 'minimum=150', open=(3,),
  hand='120,120;240;1,1;minimum,maximum;whole,shrunk')
c(['Delete'], 'minimum=74,maximum=74', hand='74;74;2;maximum;truncated')
c(['Move to another folder'], 'maximum=400', hand='237;237;1;none;whole')
c(['Delete'], 'maximum=92')
c(['Delete'], 'maximum=91', hand='91;91;1;maximum;shrunk')
c(['Delete'], 'maximum=80', hand='80;80;1;maximum;shrunk')
c(['Delete'], 'maximum=79', hand='79;79;2;maximum;truncated')
c(['Delete', 'Mark as read'], 'padding=0')
c(['Delete'], 'padding=12.5', hand='85;85;1;none;whole')
c(['', 'Go'], 'padding=60', open=(11,),
  hand='120,120;240;1,2;none,maximum;whole,truncated')
c(['Go'], 'maximum=0', open=(11, 12))

c = kit('swipecellkit')
c(['Delete'], hand='76;76;1;none;whole')
c([''], hand='74;74;1;minimum;whole')
c(['Delete', 'Delete', 'Delete'], 'rowWidth=320',
  hand='76,76,76;228;1,1,1;none,none,none;whole,whole,whole')
c(['Radii it'], hand='74;74;1;none;whole')
c(['Visibili'], hand='74;74;1;minimum;whole')
c(['Trim it'], hand='75;75;1;none;whole')
c(['Go'], icons='58', hand='74;74;1;none;whole')
c(['Go'], icons='59', hand='75;75;1;none;whole')
c(['Delete'], icons='60.5')
c(['Delete', 'Mark as unread'],
  hand='146,146;292;1,1;equal,none;whole,whole')
c(['', 'Archive'], hand='81,81;162;1,1;equal,none;whole,whole')
c(['', 'Edit'], hand='74,74;148;1,1;minimum,minimum;whole,whole')
c(['Mark as unread', 'Go', 'Delete'], 'rowWidth=320', open=(5,),
  hand='81,81,81;243;2,1,1;none,equal,equal;wrapped,whole,whole')
c(['Move later', 'Go', 'Delete'], 'rowWidth=320',
  hand='96.6667,96.6667,96.6667;290;2,1,1;maximum,equal,equal;'
       'wrapped,whole,whole')
c(['Notifications', 'Go', 'Edit'], 'rowWidth=320',
  hand='96.6667,96.6667,96.6667;290;2,1,1;maximum,equal,equal;'
       'wrapped,whole,whole')
c(['Go', 'Delete', 'Edit', ''], 'rowWidth=320',
  hand='72.5,72.5,72.5,72.5;290;1,2,1,1;minimum,maximum,minimum,minimum;'
       'whole,wrapped,whole,whole')
c(['Mark as unread', 'Flag', 'Edit', 'Go'], open=(5,))
c(['Re-download', 'Flag', 'Edit', 'Go'], open=(8,),
  hand='86.25,86.25,86.25,86.25;345;3,1,1,1;maximum,equal,equal,equal;'
       'wrapped,whole,whole,whole')
c(['Reconnected to', 'Flag', 'Edit', 'Go'], open=(8,),
  hand='86.25,86.25,86.25,86.25;345;2,1,1,1;maximum,equal,equal,equal;'
       'wrapped,whole,whole,whole')
c(['Go', 'Go', 'Go', 'Go'], icons='24,200,24,24')
c(['Mark   unread', 'Go', 'Go'], 'rowWidth=320', open=(5,))
c(['Mark\nas read'], hand='81;81;2;none;whole')
c(['Mark\nthis one unread', 'Go', 'Edit'], 'rowWidth=320', open=(5,))
c(['a\nb\nc'], hand='74;74;3;minimum;whole')
c(['Delete '], hand='81;81;1;none;whole', open=(2,))
c(['Edit', 'Commit'], hand='82,82;164;1,1;equal,none;whole,whole')
c(['Delete'], 'maximum=76', hand='76;76;1;none;whole')
c(['Delete'], 'maximum=75', hand='75;75;2;maximum;wrapped')
c(['Delete'], 'maximum=60', hand='60;60;2;maximum;wrapped')
c(['Delete'], 'maximum=59', hand='59;59;2;maximum;wrapped')
c(['Delete'], 'maximum=26', hand='26;26;6;maximum;wrapped')
c(['Mark as unread'], 'maximum=130', hand='130;130;2;maximum;wrapped')
c(['Mark as unread'], 'maximum=129', hand='81;81;2;none;wrapped', open=(5,))
c(['Mark as unread'], 'maximum=146', hand='146;146;1;none;whole')
c(['Move this message to another folder', 'Go'], 'maximum=0')
c(['Go'], 'maximum=0', hand='36;36;1;none;whole')
c([''], 'maximum=0', hand='16;16;1;none;whole')
c(['Go'], 'minimum=200,maximum=0', hand='200;200;1;minimum;whole')
c(['Go'], 'minimum=100', hand='100;100;1;minimum;whole')
c(['Go'], 'minimum=0', hand='36;36;1;none;whole')
c(['Mark as unread'], 'minimum=150,maximum=100', open=(5, 6),
  hand='150;150;1;minimum;whole')
c(['Reconnect', 'Go'], 'minimum=150,maximum=100', open=(6,),
  hand='150,150;300;1,1;minimum,minimum;whole,whole')
c(['Delete', 'Go'], 'padding=0')
c(['Delete', 'Go'], 'padding=30', hand='120,120;240;1,1;none,equal;whole,whole')
c(['Go', 'Go', 'Go', 'Go'], 'rowWidth=1024')
c(['Go'], 'rowWidth=30', hand='36;36;1;none;whole', open=(7,))

c = kit('mgswipe')
c(['Delete'], hand='80;80;1;none;whole')
c([''], hand='20;20;1;none;whole')
c([''], icons='24', hand='44;44;1;none;whole')
c(['Delete'], icons='24', hand='104;104;1;none;whole')
c(['i'], icons='60', hand='84.25;84.25;1;none;whole')
c(['Delete', 'Edit'], hand='80,80;160;1,1;none,equal;whole,whole')
c(['Delete', 'Archive', ''], hand='84.25,84.25,84.25;252.75;1,1,1;'
  'equal,none,equal;whole,whole,whole')
c(['Edit', 'Trim', 'Commit', 'Delete'])
c(['Edit', 'Trim', 'Commit', 'Delete'], 'equalWidths=no')
c(['Delete', 'Edit'], 'equalWidths=yes', icons='0,40')
c(['Delete', 'Edit'], 'equalWidths=no',
  hand='80,54.25;134.25;1,1;none,none;whole,whole')
c(['Delete', 'Edit', 'Go'], 'spacing=8',
  hand='80,80,80;256;1,1,1;none,equal,equal;whole,whole,whole')
c(['Delete'], 'spacing=8', hand='80;80;1;none;whole')
c(['Delete'], 'safeAreaInset=34', hand='80;114;1;none;whole')
c(['Delete', 'Go'], 'equalWidths=no,spacing=2.5,safeAreaInset=44',
  hand='80,40;166.5;1,1;none,none;whole,whole')
c(['Delete', 'Go'], 'padding=0', hand='60,60;120;1,1;none,equal;whole,whole')
c(['Delete'], 'padding=30')
c(['Delete', 'Delete'], 'padding=12.25')
c(['Delete'], 'buttonWidth=80', hand='80;80;1;none;whole')
c(['Delete'], 'buttonWidth=79', hand='79;79;1;maximum;truncated')
c(['Delete'], 'buttonWidth=81', hand='81;81;1;minimum;whole')
c(['Delete'], 'buttonWidth=104', icons='24')
c(['Delete'], 'buttonWidth=103.5', icons='24',
  hand='103.5;103.5;1;maximum;truncated')
c(['Delete'], 'padding=30,buttonWidth=80', open=(9,),
  hand='80;80;1;none;whole')
c(['Delete'], 'padding=0,buttonWidth=70', open=(9,),
  hand='70;70;1;maximum;truncated')
c([''], 'buttonWidth=20', hand='20;20;1;none;whole')
c(['', 'Go', 'Delete', 'Mark as unread'],
  'spacing=1,safeAreaInset=20,buttonWidth=80',
  hand='80,80,80,80;343;1,1,1,1;minimum,minimum,none,maximum;'
       'whole,whole,whole,truncated')
c(['Delete', 'Go'], 'equalWidths=no,buttonWidth=60')
c(['Mark\nas read'], hand='85;85;2;none;whole')
c(['Mark\nas read'], 'buttonWidth=84', hand='84;84;2;maximum;truncated')
c(['a\nb\nc', 'Delete '])
c(['\u2003', '\u2060', '\u200a'], 'equalWidths=no')
c(['Move this message to another folder'])

c = kit('listable')
c(['Delete'], hand='92;92;1;none;whole')
c([''], hand='32;32;1;none;whole')
c(['Delete', 'Edit'], hand='92,66.25;158.25;1,1;none,none;whole,whole')
c(['Go'], icons='60', hand='92;92;1;none;whole')
c(['Go'], icons='89', hand='120;120;1;maximum;whole')
c(['Commiiiits'], hand='120;120;1;none;whole')
c(['Commi\u200aiiits'], hand='120;120;1;maximum;shrunk')
c(['Reconnected'], hand='120;120;1;maximum;shrunk')
c(['Recon\u200anected'], hand='120;120;2;maximum;truncated')
c(['Mark as unread'], hand='120;120;2;maximum;wrapped')
c(['Move to another folder'], hand='120;120;2;maximum;truncated')
c(['Re-download'])
c([' Delete '], hand='102;102;1;none;whole')
c(['   '], hand='47;47;1;none;whole')
c(['\u3000Go\u2003'], hand='88;88;1;none;whole')
c(['mArchyve '], hand='120;120;1;maximum;whole', open=(2,))
c(['Mark\nunread'])
c(['a\nb\nc'], hand='42;42;2;none;truncated', open=(4,))
c(['Delete\n'], hand='92;92;2;none;whole', open=(1,))
c(['Delete', 'Edit', 'Go'], 'spacing=8',
  hand='92,66.25,52;226.25;1,1,1;none,none,none;whole,whole,whole')
c(['Delete', 'Flag', 'Mark as unread', ''], icons='24,24,24,24')
c(['Delete', ''], 'minimum=74', hand='92,74;166;1,1;none,minimum;whole,whole')
c(['Delete'], 'minimum=92')
c(['Delete'], 'minimum=92.5', hand='92.5;92.5;1;minimum;whole')
c(['Delete', 'Reconnected'], 'minimum=150', open=(3,),
  hand='120,120;240;1,1;minimum,maximum;whole,shrunk')
c(['Delete'], 'maximum=80', hand='80;80;1;maximum;shrunk')
c(['Delete'], 'maximum=79', hand='79;79;2;maximum;truncated')
c(['Move to another folder'], 'maximum=400', hand='237;237;1;none;whole')
c(['Delete'], 'padding=0', hand='60;60;1;none;whole')
c(['', 'Go'], 'padding=60', open=(11,))
c(['Delete', 'Edit'], 'equalWidths=no')
c(['Delete', 'Edit'], 'equalWidths=yes',
  hand='92,92;184;1,1;none,equal;whole,whole')
c(['Move this message to another folder'], 'equalWidths=yes', open=(10,))
c(['Move to another folder'], 'equalWidths=yes',
  hand='237;237;1;none;whole')
c(['Mark as unread', 'Edit'], 'equalWidths=yes', open=(10,),
  hand='150,150;300;2,1;maximum,equal;wrapped,whole')
c(['Mark as unread', 'Delete', 'Go'], 'equalWidths=yes', open=(10,),
  hand='100,100,100;300;2,1,1;maximum,equal,equal;wrapped,whole,whole')
c(['Mark as unread', 'Delete', 'Go'], 'equalWidths=yes,spacing=8', open=(10,),
  hand='94.6667,94.6667,94.6667;300;2,1,1;maximum,equal,equal;'
       'shrunk,whole,whole')
c(['Delete', 'Edit', 'Go', ''], 'equalWidths=yes', open=(10,),
  hand='75,75,75,75;300;2,1,1,1;maximum,equal,equal,equal;'
       'truncated,whole,whole,whole')
c(['Delete', 'Edit', 'Go'], 'rowWidth=345,equalWidths=yes',
  hand='92,92,92;276;1,1,1;none,equal,equal;whole,whole,whole')
c(['Delete', 'Edit', 'Go'], 'rowWidth=320,equalWidths=yes', open=(10,),
  hand='85.3333,85.3333,85.3333;256;1,1,1;maximum,equal,equal;'
       'shrunk,whole,whole')
c(['Delete', 'Go'], 'minimum=74,equalWidths=yes')
c(['', 'Go'], 'minimum=74,equalWidths=yes',
  hand='74,74;148;1,1;minimum,minimum;whole,whole')
c(['Delete', 'Mark unread', 'Go'], 'minimum=200,equalWidths=yes', open=(10,),
  hand='100,100,100;300;1,2,1;minimum,maximum,minimum;'
       'whole,wrapped,whole')
c(['Mark as unread', 'Go'], 'maximum=120,equalWidths=yes',
  hand='120,120;240;2,1;maximum,equal;wrapped,whole')
c(['Mark as unread', 'Go'], 'maximum=400,equalWidths=yes', open=(10,))
c(['Go', 'Edit'], 'padding=20,equalWidths=yes', icons='80,0', open=(16,),
  hand='120,120;240;1,1;none,equal;whole,whole')

c = kit('bg-row-action')
c(['Delete'], hand='84;84;1;none;whole')
c([''], hand='66;66;1;none;whole')
c([''], icons='12', hand='66;66;1;none;whole')
c([''], icons='12.5', hand='84;84;1;none;whole')
c([''], icons='13', hand='84;84;1;none;whole')
c([''], icons='24')
c([''], icons='25')
c([''], icons='26')
c(['i'], hand='30;30;1;none;whole')
c(['ab'], hand='48;48;1;none;whole')
c(['abc'], hand='48;48;1;none;whole')
c(['abcd'], hand='66;66;1;none;whole')
c(['abcde'], hand='84;84;1;none;whole')
c(['Delete'], icons='100', hand='84;84;1;none;whole')
c([' '], hand='30;30;1;none;whole')
c(['\u2060'])
c(['\U0001F5D1'], hand='48;48;1;none;whole', open=(14,))
c(['\U0001F5D1\U0001F5D1\nabc'], hand='66;66;2;none;whole', open=(14,))
c(['Mark\nas read'], hand='102;102;2;none;whole')
c(['mmmm\niiiiii'], hand='84;84;2;none;whole')
c(['Mark as unread'], hand='192;192;1;none;whole')
c(['Delete', 'Edit'], hand='84,66;150;1,1;none,none;whole,whole')
c(['Delete', '', 'Flag', 'Mark as read'], icons='24,24,24,24')
c(['\u3000' * 12], hand='156;156;1;none;whole')
c(['\u3000' * 13])
c(['\u3000' * 15], hand='192;192;1;none;truncated')
c(['\u3000' * 12 + '\na'])
c(['\u2003' * 30], hand='372;372;1;none;truncated')
c(['a' * 98], open=(15,))
c(['a' * 99], open=(15,))
c(['a' * 100])
c(['Delete'], 'fitted=yes', hand='66;66;1;none;whole')
c([''], 'fitted=yes', hand='48;48;1;none;whole')
c([''], 'fitted=yes', icons='13', hand='66;66;1;none;whole')
c(['abcd'], 'fitted=yes', hand='48;48;1;none;whole')
c(['abcde'], 'fitted=yes', hand='66;66;1;none;whole')
c(['Mark as unread'], 'fitted=yes', hand='120;120;1;none;whole')
c(['abcdefghijklno'], 'fitted=yes')
c(['abcdefghjklnopq'], 'fitted=yes', hand='138;138;1;none;whole')
c(['mmmmmmm'], 'fitted=yes', hand='66;66;1;none;truncated')
c(['mmmmm'], 'fitted=yes', hand='66;66;1;none;whole')
c(['mmmm\u3000\u3000\u3000 abcdefg hj'], 'fitted=yes',
  hand='156;156;1;none;whole')
c(['mmmm\u3000\u3000\u3000abbcdefg hj'], 'fitted=yes',
  hand='156;156;1;none;truncated')
c(['Mark\nas read', 'Go', 'i'], 'fitted=yes')


# ---------------------------------------------------------------- the table

def row(case):
    name, titles, options, icons, hand, open_ = case
    o = dict(kv.split('=') for kv in options.split(',')) if options else {}
    assert [k for k in OPTION_ORDER if k in o] == list(o), options
    ic = [N(x) for x in icons.split(',')] if icons else [N('0')] * len(titles)
    assert len(ic) == len(titles)
    widths, total, lines, limits, fits, out = FUNCTIONS[name](titles, ic, o)
    derivation = '; '.join(out)
    rounded = [Fraction(fmt(w)) for w in widths]
    if fmt(total) != fmt(Fraction(total) - sum(map(Fraction, widths))
                         + sum(rounded)):
        open_ = tuple(open_) + (13,)   # the sum of the printed widths differs
    if open_:
        derivation += ' [open ' + ', '.join(map(str, open_)) + ']'
    return [name, options or '-', json.dumps(titles), icons or '-',
            ','.join(map(fmt, widths)), fmt(total), ','.join(map(str, lines)),
            ','.join(limits), ','.join(fits), derivation]


HEADER = '''\
# Worked examples: widths of iOS swipe buttons under eight kits. One case a line.
# Made by record-kits.py (independent of the Swift code); do not edit by hand.
# Tab-separated columns:
#   kit         the kit
#   options     key=value, comma-separated; rowWidth is 375 unless given; - none
#   titles      JSON array of strings, one a button
#   icons       icon widths, one a button; - none (0)
#   widths      button widths
#   total       width of the row of buttons
#   lines       lines each title then has
#   limits      minimum, maximum, equal or none: what decided each width
#   fits        whole, wrapped, shrunk or truncated: each title in its button
#   derivation  the sum with a pencil; [open N] = see the docstring of the script
# Numbers have up to 4 decimals, no trailing zeros. Font: every character 10 pt,
# but i 4.25, m 15.5, U+0020 5, U+200A 2, U+2003 18, U+3000 18, U+2060 0.
'''


def main():
    global N
    N = Fraction
    rows = [row(case) for case in CASES]
    bad = []
    for case, r in zip(CASES, rows):
        if case[4] is not None and ';'.join(r[4:9]) != case[4]:
            bad.append(f'by hand {case[4]}\n  computed {r}')
        assert all('\t' not in f and '\n' not in f for f in r)
        n = len(case[1])
        assert all(len(r[k].split(',')) == n for k in (4, 6, 7, 8))
    N = float
    for case, r in zip(CASES, rows):
        f = row(case)
        if f[:9] != r[:9]:
            bad.append(f'exact {r}\n  floats {f}')
    N = Fraction
    keys = [tuple(r[:4]) for r in rows]
    bad += [f'twice: {k}' for k in set(keys) if keys.count(k) > 1]
    for k in KITS:
        mine = [case for case in CASES if case[0] == k]
        by_hand = sum(case[4] is not None for case in mine)
        if len(mine) < 20 or by_hand < 3:
            bad.append(f'too few cases for {k}')
        if '--check' in sys.argv:
            print(f'{k}: {len(mine)} cases, {by_hand} by hand')
    if bad:
        sys.exit('\n'.join(bad))
    if '--check' not in sys.argv:
        sys.stdout.write(HEADER)
        print('# ' + '\t'.join(['kit', 'options', 'titles', 'icons', 'widths',
                                'total', 'lines', 'limits', 'fits',
                                'derivation']))
        for r in rows:
            print('\t'.join(r))


if __name__ == '__main__':
    main()
