"""A page of six sections in two languages, to plant edits and faults in."""

ENGLISH = """---
title: Weights
description: How weights are made.
form: notebook
---

# Weights { #weights }

Attention gives each token a **weight**. You need the
[softmax](softmax.md#why) and *patience*.

## Scores { #scores }

The score of query $q$ and key $k$ is their dot product:

$$
\\omega = q \\cdot k
\\tag{1}
$$

It is large where the two vectors "agree".

## Scaling { #scaling }

Scores are divided by $\\sqrt{d_k}$, here by 2, so that `softmax` keeps a slope.

```python
--8<-- "snippets/demo.py:one"
```

1.  The layer only uses up random numbers.

### A table { #table }

| Token | Weight |
| --- | --- |
| sun | 0.25 |

* First point.
* Second point.

## Picture { #picture }

![A square of four cells.](../assets/diagrams/demo/square.svg)
/// caption
Four weights.
///

!!! note "Beware"

    A row sums to one, a column need not.

## What to remember { #remember }

Weights are positive. Weights sum to one.
"""

PORTUGUESE = """---
title: Pesos
description: Como se fazem os pesos.
form: notebook
---

# Pesos { #weights }

A atenção dá a cada token um **peso**. Você precisa da
[softmax](softmax.md#why) e de *paciência*.

## Pontuações { #scores }

A pontuação da consulta $q$ e da chave $k$ é o produto escalar das duas:

$$
\\omega = q \\cdot k
\\tag{1}
$$

Ela é grande onde os dois vetores "concordam".

## Escala { #scaling }

As pontuações são divididas por $\\sqrt{d_k}$, aqui por 2, para que `softmax`
mantenha a inclinação.

```python
--8<-- "snippets/demo.py:one"
```

1.  A camada só gasta números aleatórios.

### Uma tabela { #table }

| Token | Peso |
| --- | --- |
| sol | 0.25 |

* Primeiro ponto.
* Segundo ponto.

## Figura { #picture }

![Um quadrado de quatro células.](../assets/diagrams/demo/square.svg)
/// caption
Quatro pesos.
///

!!! note "Cuidado"

    Uma linha soma um; uma coluna, não necessariamente.

## Para lembrar { #remember }

Os pesos são positivos. Os pesos somam um.
"""
