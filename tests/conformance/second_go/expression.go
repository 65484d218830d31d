package main

// An expr is a compiled expression: a value from facts. Quantities are int, conditions bool, members their name,
// collections []*card or []*meld, sets []span.
type expr func(*facts) any

// A span is a part of a set of quantities or ranks; a range without an upper end has none.
type span struct {
	low, high int
	open      bool
}

// facts are what an expression may know when it is asked. A field that the slot does not have is never read.
type facts struct {
	given       object
	hand        []*card
	card        *card
	meld        *meld
	arrangement *arrangement
	variables   map[string]any
}

// A compiler turns nodes into functions; options and what is known of the table are constants to it.
type compiler struct {
	rules           *ruleSet
	options         object
	seats, handSize int
}

func (c *compiler) compile(n *node) expr {
	switch {
	case n.Number != nil:
		return constant(*n.Number)
	case n.Truth != nil:
		return constant(*n.Truth)
	case n.Fact != "":
		return c.fact(n.Fact)
	case n.Option != "":
		return constant(c.options[n.Option])
	case n.Definition != "":
		return c.compile(c.rules.Define[n.Definition])
	case n.Variable != "" && n.Over == "":
		return func(f *facts) any { return f.variables[n.Variable] }
	case n.Member != "":
		return constant(n.Member)
	case n.Field != "":
		of := c.compile(n.Of)
		return func(f *facts) any { return field(of(f), n.Field) }
	case n.Call != "":
		return c.call(n)
	case n.Over != "":
		return c.over(n)
	case n.If != nil:
		condition, yes, no := c.compile(n.If), c.compile(n.Then), c.compile(n.Else)
		return func(f *facts) any {
			if condition(f).(bool) {
				return yes(f)
			}
			return no(f)
		}
	case n.Op != "":
		return c.operator(n)
	case n.List != nil || n.From != nil:
		return c.set(n)
	}
	panic("an expression of no known kind")
}

func constant(value any) expr { return func(*facts) any { return value } }

func (c *compiler) fact(name string) expr {
	switch name {
	case "seats":
		return constant(c.seats)
	case "hand_size":
		return constant(c.handSize)
	case "card":
		return func(f *facts) any { return f.card }
	case "meld":
		return func(f *facts) any { return f.meld }
	case "hand":
		return func(f *facts) any { return f.hand }
	}
	if _, given := usual[name]; given {
		return func(f *facts) any { return f.given[name] }
	}
	return func(f *facts) any { return f.arrangement.fact(name) }
}

func (c *compiler) call(n *node) expr {
	var arguments []expr
	for _, one := range n.Arguments {
		arguments = append(arguments, c.compile(one))
	}
	return func(f *facts) any {
		var values []int
		for _, one := range arguments {
			values = append(values, one(f).(int))
		}
		if n.Call == "coins" {
			return values[0]
		}
		return extreme(values, n.Call == "max")
	}
}

func extreme(values []int, greatest bool) int {
	best := 0
	for at, value := range values {
		if at == 0 || value > best == greatest {
			best = value
		}
	}
	return best
}

// over compiles `all( … for c in hand)` and its like. Least, greatest and sum of none are 0.
func (c *compiler) over(n *node) expr {
	each, in := c.compile(n.Each), c.compile(n.In)
	return func(f *facts) any {
		inner := *f
		inner.variables = map[string]any{}
		for name, value := range f.variables {
			inner.variables[name] = value
		}
		trues, all, values := 0, 0, []int(nil)
		for _, one := range members(in(f)) {
			inner.variables[n.Variable] = one
			all++
			switch value := each(&inner).(type) {
			case bool:
				if value {
					trues++
				}
			case int:
				values = append(values, value)
			}
		}
		switch n.Over {
		case "all":
			return trues == all
		case "any":
			return trues > 0
		case "count":
			return trues
		case "sum":
			sum := 0
			for _, value := range values {
				sum += value
			}
			return sum
		}
		return extreme(values, n.Over == "max")
	}
}

func members(collection any) []any {
	var found []any
	switch collection := collection.(type) {
	case []*card:
		for _, one := range collection {
			found = append(found, one)
		}
	case []*meld:
		for _, one := range collection {
			found = append(found, one)
		}
	}
	return found
}

func (c *compiler) operator(n *node) expr {
	switch n.Op {
	case "not":
		operand := c.compile(n.Operand)
		return func(f *facts) any { return !operand(f).(bool) }
	case "negative":
		operand := c.compile(n.Operand)
		return func(f *facts) any { return -operand(f).(int) }
	case "and", "or":
		var parts []expr
		for _, one := range n.Parts {
			parts = append(parts, c.compile(one))
		}
		return func(f *facts) any {
			for _, one := range parts {
				if one(f).(bool) == (n.Op == "or") {
					return n.Op == "or"
				}
			}
			return n.Op == "and"
		}
	}
	left, right := c.compile(n.Left), c.compile(n.Right)
	switch n.Op {
	case "is":
		return func(f *facts) any { return left(f) == right(f) }
	case "is not":
		return func(f *facts) any { return left(f) != right(f) }
	case "in", "not in":
		return func(f *facts) any { return c.within(left(f), right(f)) == (n.Op == "in") }
	}
	return func(f *facts) any { return arithmetic(n.Op, left(f).(int), right(f).(int)) }
}

func arithmetic(op string, a, b int) any {
	switch op {
	case "+":
		return a + b
	case "-":
		return a - b
	case "*":
		return a * b
	case "/":
		quotient := a / b
		if a%b != 0 && (a < 0) != (b < 0) {
			quotient-- // rounds down, below zero too
		}
		return quotient
	case "at most":
		return a <= b
	case "at least":
		return a >= b
	case "below":
		return a < b
	case "above":
		return a > b
	}
	panic("no operator " + op)
}

// set compiles a list or a range; a member stands in it by its place, a quantity as it is.
func (c *compiler) set(n *node) expr {
	if n.List != nil {
		var parts []expr
		for _, one := range n.List {
			parts = append(parts, c.compile(one))
		}
		return func(f *facts) any {
			var found []span
			for _, one := range parts {
				if spans, ok := one(f).([]span); ok {
					found = append(found, spans...)
					continue
				}
				place := c.place(one(f))
				found = append(found, span{place, place, false})
			}
			return found
		}
	}
	from := c.compile(n.From)
	if n.To == nil {
		return func(f *facts) any { return []span{{c.place(from(f)), 0, true}} }
	}
	to := c.compile(n.To)
	return func(f *facts) any { return []span{{c.place(from(f)), c.place(to(f)), false}} }
}

func (c *compiler) within(value, set any) bool { return holds(set.([]span), c.place(value)) }

func holds(set []span, value int) bool {
	for _, one := range set {
		if value >= one.low && (one.open || value <= one.high) {
			return true
		}
	}
	return false
}

// place is a quantity itself, a rank its place in the order of the pack, a suit likewise; what is neither has none.
func (c *compiler) place(value any) int {
	if number, ok := value.(int); ok {
		return number
	}
	for at, rank := range c.rules.Pack.Ranks {
		if rank.Name == value {
			return at + 1
		}
	}
	for at, suit := range c.rules.Pack.Suits {
		if suit.Name == value {
			return at + 1
		}
	}
	return -1
}

// reads says whether an expression names one of these facts, definitions looked into.
func (c *compiler) reads(n *node, names ...string) bool {
	if n == nil {
		return false
	}
	for _, name := range names {
		if n.Fact == name {
			return true
		}
	}
	if n.Definition != "" && c.reads(c.rules.Define[n.Definition], names...) {
		return true
	}
	inner := []*node{n.Of, n.Each, n.In, n.From, n.To, n.Operand, n.Left, n.Right, n.If, n.Then, n.Else}
	for _, one := range append(append(append(inner, n.Arguments...), n.List...), n.Parts...) {
		if c.reads(one, names...) {
			return true
		}
	}
	return false
}
