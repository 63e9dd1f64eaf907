"""Many models of one shape computed at once, with one line of `vmap`."""

from collections.abc import Callable, Sequence
from copy import deepcopy

import torch
from torch import Tensor, nn
from torch.func import functional_call, stack_module_state, vmap


class SideBySide:
    """Models of one shape with their parameters stacked, model by model.

    `parameters` has what an optimizer needs; what one model learns does not
    depend on the others.
    """

    def __init__(self, models: Sequence[nn.Module]):
        self.models = list(models)
        self.parameters, self.buffers = stack_module_state(self.models)
        self.skeleton = deepcopy(self.models[0]).to("meta")

    def losses(self, loss_of: Callable, *batches: Tensor) -> Tensor:
        """Each model's loss on its own batch: (models,).

        loss_of(model, *batch) -> one number, where `model` can be called as
        one of the models; each of the batches (models, B, ...).
        """

        def loss(parameters: dict, buffers: dict, *batch: Tensor) -> Tensor:
            def model(*inputs):
                state = parameters, buffers
                return functional_call(self.skeleton, state, inputs)

            return loss_of(model, *batch)

        return vmap(loss)(self.parameters, self.buffers, *batches)

    @torch.no_grad()
    def write_back(self) -> None:
        """Give each model the parameters that it has learned."""
        for number, model in enumerate(self.models):
            for name, parameter in model.named_parameters():
                parameter.copy_(self.parameters[name][number])
