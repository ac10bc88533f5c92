graph [
  directed 1
  node [
    id 0
    label "Oslo"
  ]
  node [
    id 1
    label "Rome"
  ]
  node [
    id 2
    label "Bonn"
  ]
  node [
    id 3
    label "Lima"
  ]
  edge [
    source 0
    target 1
    weight 1.5
  ]
  edge [
    source 0
    target 2
    weight 2.0
  ]
  edge [
    source 1
    target 2
    weight 3.0
  ]
  edge [
    source 2
    target 3
    weight 1.0
  ]
]
