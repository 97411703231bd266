// Rules of the house that the linter does not have.
const message = 'Write the properties out: a literal is not spread to save lines.'

/** Finds `...{ a: 1 }` in an object or component, and `...[1]` in an array. */
const noSpreadLiteral = {
  create: (context) => {
    const check = (node, ...types) => {
      if (types.includes(node.argument.type)) context.report({ node, message })
    }
    return {
      SpreadElement: (node) =>
        node.parent.type === 'ArrayExpression'
          ? check(node, 'ObjectExpression', 'ArrayExpression')
          : check(node, 'ObjectExpression'),
      JSXSpreadAttribute: (node) => check(node, 'ObjectExpression'),
    }
  },
}

export default { meta: { name: 'stowage' }, rules: { 'no-spread-literal': noSpreadLiteral } }
