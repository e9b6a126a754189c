import { TRANSFER_DAYS } from "@kinora/domain/projects/transfers.ts";
import { z } from "zod";
import { operation, owner } from "../access.ts";
import { movePreview } from "../advanced/project-moves.ts";
import { email } from "../people/users.ts";
import { id, message, moment } from "../shapes.ts";

const tags = ["Projects"];
const offer = z.object({ account_id: id, transfer_id: id });

export const offerProject = operation(owner("project"), { proof: "always" })
  .route({
    method: "POST",
    path: "/projects/{id}/transfer",
    tags,
    summary: `Offers the project to a person, who can accept it into an account of theirs within ${TRANSFER_DAYS} days. The answer is the same whether there is such a person or not.`,
  })
  .input(z.object({ id, email }))
  .output(message);

export const withdrawProject = operation(owner("project"))
  .route({
    method: "POST",
    path: "/projects/{id}/transfer/withdraw",
    tags,
    summary: "Withdraws the open offer of the project.",
  })
  .input(z.object({ id }))
  .output(message);

export const listOfferedProjects = operation(owner("account"))
  .route({
    method: "GET",
    path: "/accounts/{account_id}/transfers",
    tags,
    summary:
      "The projects that are offered to the person who asks, which the account can accept; the newest first, 50 at most.",
  })
  .input(z.object({ account_id: id }))
  .output(
    z.object({
      data: z.array(
        z.object({
          id: z.number(),
          project: z.string(),
          /** The account that offers it. */
          account: z.string(),
          offered_at: moment,
          expires_at: moment,
        }),
      ),
    }),
  );

export const previewOfferedProject = operation(owner("account"))
  .route({
    method: "GET",
    path: "/accounts/{account_id}/transfers/preview",
    tags,
    summary: "What accepting an offered project into the account would change.",
  })
  .input(offer)
  .output(z.object({ data: movePreview }));

export const acceptOfferedProject = operation(owner("account"), { proof: "always" })
  .route({
    method: "POST",
    path: "/accounts/{account_id}/transfers/accept",
    tags,
    summary: "Accepts an offered project: it moves to the account with everything in it.",
  })
  .input(offer)
  .output(message);

export const declineOfferedProject = operation(owner("account"))
  .route({
    method: "POST",
    path: "/accounts/{account_id}/transfers/decline",
    tags,
    summary: "Declines an offered project, for all accounts of the person it is offered to.",
  })
  .input(offer)
  .output(message);
