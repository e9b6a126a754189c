import { REASON_MAX } from "@kinora/domain/people/installation.ts";
import { z } from "zod";
import { operation, owner, superuser } from "../access.ts";
import { day, id, message } from "../shapes.ts";

const tags = ["Billing"];
const words = z.string().trim().max(REASON_MAX, `Write up to ${REASON_MAX} characters.`).default("");

export const setPlanRequestable = operation(superuser)
  .route({
    method: "POST",
    path: "/advanced/plans/{plan_id}/requestable",
    tags,
    summary: "Shows a plan to owners, who can then request it, or to none.",
  })
  .input(z.object({ plan_id: id, requestable: z.boolean() }))
  .output(message);

export const requestPlan = operation(owner("account"))
  .route({
    method: "POST",
    path: "/accounts/{account_id}/plan/request",
    tags,
    summary: "Requests a plan for the account, in place of an open request; superusers get a mail.",
  })
  .input(
    z.object({ account_id: id, plan_id: z.number("Choose a plan.").int().positive("Choose a plan."), note: words }),
  )
  .output(message);

export const withdrawPlanRequest = operation(owner("account"))
  .route({
    method: "DELETE",
    path: "/accounts/{account_id}/plan/request",
    tags,
    summary: "Withdraws the open request of a plan; without one nothing changes.",
  })
  .input(z.object({ account_id: id }))
  .output(message);

export const decidePlanRequest = operation(superuser)
  .route({
    method: "POST",
    path: "/advanced/accounts/{account_id}/plan-request",
    tags,
    summary:
      "Accepts the open request of an account, whose plan then holds from a day on without special terms, or declines it; the requester gets a mail.",
  })
  .input(
    z.object({
      account_id: id,
      accepted: z.boolean(),
      /** First day of the plan, by the account's calendar; today without it. */
      effective_from: day("Choose a day.").optional(),
      answer: words,
    }),
  )
  .output(message);
